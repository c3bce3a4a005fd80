import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { passing } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { steps } from '../support/steps.ts'
import { failureOf, runChild } from './support.ts'

describe('two commands at once', () => {
  test('lose nothing of each other’s: four processes, a hundred profiles', async () => {
    const folder = join(temporaryFolder(), 'new', 'folder')
    const ended = await Promise.all(
      ['a', 'b', 'c', 'd'].map(prefix => runChild('update-config.ts', [folder, prefix, '25'])),
    )
    for (const child of ended) expect(child, child.stderr).toMatchObject({ exitCode: 0 })
    expect(readConfig(folder).profiles.size).toBe(100)
    expect(readdirSync(folder)).toEqual(['config.json'])
  })

  test('the lock of a process that died is removed', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'pixctl.lock'), '')
    utimesSync(join(folder, 'pixctl.lock'), new Date(), new Date(Date.now() - 60_000))
    await updateConfig(folder, systemClock, config => void config.profiles.set('shop', {}))
    expect([...readConfig(folder).profiles.keys()]).toEqual(['shop'])
    expect(readdirSync(folder)).toEqual(['config.json'])
  })

  test('a lock that stays is an error that names it', async () => {
    const folder = temporaryFolder()
    const lock = join(folder, 'pixctl.lock')
    writeFileSync(lock, 'alive')
    const clock = passing({
      // Its owner is at work: the lock is never old.
      onSlept: () => utimesSync(lock, clock.now() / 1000, clock.now() / 1000),
    })
    const failure = await failureOf(updateConfig(folder, clock, () => {}))
    expect(failure).toMatchObject({ problem: 'config_locked', category: 'fault' })
    expect(steps(failure)).toContain(lock)
    expect(readFileSync(lock, 'utf8')).toBe('alive')
    expect(readdirSync(folder)).toEqual(['pixctl.lock'])
  })

  test('a lock from the future, by a clock that was set back since, is removed', async () => {
    const folder = temporaryFolder()
    const lock = join(folder, 'pixctl.lock')
    writeFileSync(lock, 'dead')
    utimesSync(lock, new Date(), new Date(Date.now() + 3_600_000))
    await updateConfig(folder, systemClock, config => void config.profiles.set('shop', {}))
    expect([...readConfig(folder).profiles.keys()]).toEqual(['shop'])
  })

  test('an update that throws releases the lock and changes nothing', async () => {
    const folder = temporaryFolder()
    const failing = updateConfig(folder, systemClock, config => {
      config.profiles.set('shop', {})
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(readdirSync(folder)).toEqual([])
  })
})
