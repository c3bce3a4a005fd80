/** `charges watch` in a pipe: a row for each charge, and one whenever it changes. */

import { describe, expect, it } from 'vitest'
import { type Followed, printChanges } from '#commands/charges/watch/followed.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { FakeClock } from '../../support/clock.ts'
import { runCommand } from '../../support/run.ts'
import { API_KEY } from '../../support/scripted.ts'
import { chargeRow, jsonLines, openLocalStore, rows } from '../../support/store.ts'
import { update } from './watch/screen/day.ts'

/** A watch that runs on a clock that stands still. */
async function startWatching(flags: string[] = [], env: Record<string, string> = {}) {
  const store = await openLocalStore()
  const clock = new FakeClock(Date.now())
  const interrupt = new AbortController()
  let stdout = ''
  let stderr = ''
  const told = () => {}
  return {
    store,
    clock,
    interrupt,
    start() {
      return runCommand(['charges', 'watch', ...flags], {
        host: store.machine.host({ clock, env, signal: interrupt.signal }),
        onOutput: (text, stream) => {
          if (stream === 'stdout') stdout = text
          else stderr = text
          told()
        },
      })
    },
    /** Resolves with stdout once it has so many lines; time passes meanwhile. */
    async lines(count: number): Promise<string> {
      while (stdout.split('\n').length - 1 < count) {
        await clock.asleep()
        await clock.advanceAsync(1_000)
      }
      return stdout
    },
    async told(text: string): Promise<void> {
      while (!stderr.includes(text)) {
        await clock.asleep()
        await clock.advanceAsync(1_000)
      }
    },
  }
}

describe('in a pipe', () => {
  it('has a row for each charge, oldest first, and one for each change, until Ctrl-C', async () => {
    const { store, interrupt, start, lines } = await startWatching()
    const first = await store.create('--amount', '10.50', '--description', 'Table 4')
    const second = await store.create('--amount', '7')
    const run = start()
    expect(rows(await lines(2))).toEqual([chargeRow(first), chargeRow(second)])
    await store.move(first.id, 'pay')
    const paid = rows(await lines(3)).at(-1)!
    expect(paid.slice(0, 2)).toEqual([first.id, 'PAID'])
    const third = await store.create('--amount', '9')
    expect(rows(await lines(4)).at(-1)).toEqual(chargeRow(third))
    interrupt.abort(new Stopped('interrupted'))
    expect(await run).toMatchObject({ code: 130, stderr: '' })
  })

  it('ends with 143 by SIGTERM', async () => {
    const { interrupt, clock, start } = await startWatching()
    const run = start()
    await clock.asleep()
    interrupt.abort(new Stopped('terminated'))
    expect(await run).toMatchObject({ code: 143, stdout: '' })
  })

  it('has lines of JSON with --json', async () => {
    const { store, interrupt, start, lines } = await startWatching(['--json'])
    const { qrCode: _, ...charge } = await store.create('--amount', '10.50')
    const run = start()
    expect(jsonLines(await lines(1))).toEqual([charge])
    interrupt.abort(new Stopped('interrupted'))
    await run
  })

  it('has ids with -q', async () => {
    const { store, interrupt, start, lines } = await startWatching(['-q'])
    const { id } = await store.create('--amount', '10.50')
    const run = start()
    await lines(1)
    await store.move(id, 'pay')
    expect(await lines(2)).toBe(`${id}\n${id}\n`)
    interrupt.abort(new Stopped('interrupted'))
    await run
  })

  it('says when the service can not be read, and when it can again', async () => {
    const { store, interrupt, start, told, lines } = await startWatching()
    const charge = await store.create('--amount', '10.50')
    const run = start()
    await lines(1)
    await store.control('/faults', { on: 'list', kind: 'status', status: 503, times: 8 })
    await told('trying again')
    await told('the service can be read again')
    interrupt.abort(new Stopped('interrupted'))
    const { stdout, stderr } = await run
    expect(rows(stdout)).toEqual([chargeRow(charge)])
    expect(stderr).toMatch(
      /^warning: the service can't be read: [^\n]*503[^\n]*; trying again\nthe service can be read again\n$/,
    )
  })

  it('says which charge the service does not know any more', async () => {
    const warnings: string[] = []
    const out = { json: true, warn: (text: Text) => warnings.push(localized(text)) }
    const refusal = new Failure('not_found', 'this store has no charge pay_1', { next: [] })
    const updates = [update([], { unknown: new Map([['pay_1', refusal]]) })]
    await printChanges({ context: { host: {}, out }, watch: updates, since: 0 } as unknown as Followed)
    expect(warnings).toEqual(['this store has no charge pay_1'])
  })
})

it.each([
  ['a time that is none', ['--since', 'never'], 2],
  ['an argument', ['pay_1'], 2],
  ['both -q and --json', ['-q', '--json'], 2],
])('refuses %s', async (_name, flags, code) => {
  expect((await runCommand(['charges', 'watch', ...flags])).code).toBe(code)
})

it('ends with the refusal of a key', async () => {
  const { machine } = await openLocalStore()
  const { code, stdout } = await machine.pixctl(['charges', 'watch'], {
    env: { PIXCTL_API_KEY: `${API_KEY}_no` },
  })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
})
