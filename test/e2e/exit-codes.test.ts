/** Exit codes, as the process itself ends with them; the table is in test/commands/exit-codes.test.ts. */

import { describe, expect, it } from 'vitest'
import { ended, errorOf, type Run } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { silence } from '../support/service.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const MEMBERS = ['error', 'exitCode', 'status', 'code', 'idempotencyKey', 'retryAfter']

/** A run that ends with each code, the same flags but for --json. */
const RUNS: [code: number, what: string, run: (...json: string[]) => Promise<Run>][] = [
  [5, 'an unknown charge (404)', (...json) => store.pixctl(['charges', 'get', 'pay_unknown', ...json])],
  [130, 'an interrupt', (...json) => stopped('SIGINT', json)],
  [143, 'a termination', (...json) => stopped('SIGTERM', json)],
]

async function stopped(signal: 'SIGINT' | 'SIGTERM', json: string[]): Promise<Run> {
  await using scripted = await against(silence)
  const child = scripted.machine.start(['charge', 'create', '--amount', '1', ...json])
  await scripted.service.requests(1)
  child.kill(signal)
  return await ended(child)
}

describe.each(RUNS)('exit %i: %s', (code, _what, run) => {
  it('is an error of a few lines on stderr', async () => {
    const ended = await run()
    expect(ended.code).toBe(code)
    expect(ended.stderr).toMatch(/^error: \S/m)
    expect(ended.stderr.split('\n').length).toBeLessThan(8)
  })

  it('is one line of JSON on stderr, with the members of the contract', async () => {
    const ended = await run('--json')
    const error = errorOf(ended)
    expect(error.exitCode).toBe(code)
    expect(error.error).not.toBe('')
    expect(MEMBERS).toEqual(expect.arrayContaining(Object.keys(error)))
    for (const name of ['status', 'retryAfter'] as const) {
      expect(['number', 'undefined']).toContain(typeof error[name])
    }
  })
})

it('0 is success, with nothing on stderr under --json', async () => {
  expect(await store.pixctl(['status', '--json'])).toMatchObject({ stderr: '', code: 0 })
})
