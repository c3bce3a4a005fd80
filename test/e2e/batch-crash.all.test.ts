/** A file makes each of its charges once, however often its run is killed and on however many machines it runs. */

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { startSandbox } from '#sandbox/index.ts'
import { callers } from '../sandbox/harness.ts'
import { csvOf } from '../support/charging.ts'
import { Machine } from '../support/pixctl.ts'
import { unresolved } from '../support/scripted.ts'
import { seededRandom } from '../support/seed.ts'
import { rows } from '../support/store.ts'

const ROWS = 120
const KILLS = 12

/** A new store, with machines that use it and a file of charges. */
async function shop(machines: number) {
  const sandbox = await startSandbox({ dataDir: ':memory:', rateLimit: 'off' })
  const all = Array.from(
    { length: machines },
    () => new Machine({ PIXCTL_API_KEY: sandbox.apiKey, PIXCTL_BASE_URL: sandbox.baseUrl }),
  )
  onTestFinished(async () => {
    for (const machine of all) machine[Symbol.dispose]()
    await sandbox.close()
  })
  const file = join(all[0]!.folder, 'charges.csv')
  writeFileSync(file, csvOf(ROWS))
  const { api } = callers(sandbox)
  /** What the charges of the service are for, by its own list. */
  const made = async () => {
    const found: string[] = []
    for (let page = 1; ; page++) {
      const { body } = await api(`/payments?limit=100&page=${page}`)
      found.push(...body.data.map(({ description }: Payment) => description))
      if (body.data.length < 100) return found
    }
  }
  return { machines: all, args: ['charge', 'create', '--from', file, '--rate-limit', 'off'], made }
}

const wanted = Array.from({ length: ROWS }, (_, index) => `Row ${index + 1}`).sort()

describe(`a file of ${ROWS} rows`, () => {
  it(`makes each charge once though it is killed ${KILLS} times`, { timeout: 600_000 }, async () => {
    const random = seededRandom()
    const { machines, args, made } = await shop(1)
    const [machine] = machines
    for (let kill = 0; kill < KILLS; kill++) {
      const child = machine!.start(args)
      const moment = Math.floor(random() * (ROWS - 50))
      let lines = 0
      child.stdout.on('data', chunk => {
        lines += String(chunk).split('\n').length - 1
        if (lines >= moment) child.kill('SIGKILL')
      })
      await once(child, 'close')
      expect(child.signalCode, `killed at row ${moment}`).toBe('SIGKILL')
    }
    const { stdout, code } = await machine!.pixctl(args)
    expect(code).toBe(0)
    expect(rows(stdout).map(([reference]) => reference)).toEqual(wanted.map((_, index) => `R-${index + 1}`))
    expect((await made()).sort()).toEqual(wanted)
    expect(await unresolved(machine!)).toEqual([])
  })

  it('leaves what a killed run had in progress to charge recover as well', async () => {
    const { machines, args, made } = await shop(1)
    const [machine] = machines
    const child = machine!.start(args)
    child.stdout.once('data', () => child.kill('SIGKILL'))
    await once(child, 'close')
    expect(await machine!.pixctl(['charge', 'recover'])).toMatchObject({ code: 0 })
    expect(await unresolved(machine!)).toEqual([])
    const between = await made()
    expect(new Set(between).size).toBe(between.length)
    expect(await machine!.pixctl(args)).toMatchObject({ code: 0 })
    expect((await made()).sort()).toEqual(wanted)
  })

  it.each([
    ['on two machines', 2],
    ['twice on one machine', 1],
  ])('makes each charge once when it runs at the same time %s', { timeout: 300_000 }, async (_, count) => {
    const { machines, args, made } = await shop(count)
    const runs = await Promise.all([machines[0]!, machines.at(-1)!].map(machine => machine.pixctl(args)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect((await made()).sort()).toEqual(wanted)
    expect(await unresolved(machines[0]!)).toEqual([])
    const [one, other] = runs.map(({ stdout }) =>
      rows(stdout).map(([reference, , id]) => `${reference} ${id}`),
    )
    expect(one).toEqual(other)
  })
})
