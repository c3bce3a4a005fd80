/** The state goes away under `webhook listen`: it acknowledges nothing that is gone with it. */

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Listener, listeningMachine, signed } from '../support/listener.ts'
import { type Machine, wordsOf } from '../support/pixctl.ts'

const WAYS: Record<string, (machine: Machine) => void> = {
  'rm -rf of the data folder': ({ dataDir }) => rmSync(dataDir, { recursive: true }),
  'rm of state.db': ({ dataDir }) => rmSync(join(dataDir, 'profiles', 'default', 'state.db')),
  'mv of the data folder': ({ dataDir }) => renameSync(dataDir, `${dataDir}-moved`),
}

async function startListener() {
  const machine = listeningMachine()
  const listener = await Listener.start(machine, '--monitor', '0')
  const monitor = /^monitor at (.*)\/$/m.exec(wordsOf(listener.stderr))![1]!
  const ready = async () => {
    const response = await fetch(`${monitor}/readyz`, { headers: { connection: 'close' } })
    return `${response.status} ${(await response.text()).trim()}`
  }
  return { machine, listener, ready }
}

describe.each(Object.entries(WAYS))('%s', (way, lose) => {
  it('is 503 for each delivery after it', async () => {
    const { machine, listener } = await startListener()
    expect((await listener.send(signed())).status).toBe(204)
    lose(machine)
    const answers = await Promise.all(Array.from({ length: 20 }, () => listener.send(signed())))
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      Array(20).fill([503, expect.stringMatching(/^\d+$/)]),
    )
    await listener.kill()
    expect(listener.stderr.match(/can't be saved/g)).toHaveLength(1)
    expect(listener.stderr).toContain('put it back, or start pixctl again')
    // Nothing was made again in its place, where it may be put back.
    expect(existsSync(join(machine.dataDir, 'profiles'))).toBe(way === 'rm of state.db')
  })

  it('is seen by /readyz, though nothing is delivered', async () => {
    const { machine, ready } = await startListener()
    expect(await ready()).toBe('200 ready')
    lose(machine)
    await expect.poll(ready).toMatch(/^503 not ready: the file of the inbox was removed/)
  })
})

it('a folder that is put back is used again', async () => {
  const { machine, listener, ready } = await startListener()
  renameSync(machine.dataDir, `${machine.dataDir}-moved`)
  expect((await listener.send(signed())).status).toBe(503)
  renameSync(`${machine.dataDir}-moved`, machine.dataDir)
  expect((await listener.send(signed())).status).toBe(204)
  await expect.poll(ready).toBe('200 ready')
})

it('a state that another process has made meanwhile gets nothing of it', async () => {
  const { machine, listener } = await startListener()
  rmSync(machine.dataDir, { recursive: true })
  const next = await Listener.start(machine)
  expect((await listener.send(signed())).status).toBe(503)
  const delivery = signed()
  expect((await next.send(delivery)).status).toBe(204)
  await listener.end('SIGINT')
  // Its log is in the place of the one that has just ended.
  await next.kill()
  const { stdout } = await machine.pixctl(['webhook', 'deliveries', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ delivery: delivery.delivery }])
})
