/** A signal while a question waits for its answer, such as when the machine is shut down. */

import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { runCommand, testHost } from '../support/run.ts'

it.each([
  ['xterm', 'terminated', 143],
  ['xterm', 'interrupted', 130],
  ['dumb', 'terminated', 143],
] as const)(
  'on a terminal of the kind %s, a question that is %s ends with %i',
  async (TERM, category, code) => {
    const stopping = new AbortController()
    const host = testHost({
      env: { TERM, PIXCTL_API_KEY: `service_live_${'0'.repeat(48)}` },
      terminal: { columns: 80, rows: 24 },
      signal: stopping.signal,
    })
    host.stdin.stream = new PassThrough()
    const run = await runCommand(['charge', 'create', '--base-url', 'http://127.0.0.1:9/api/v1'], {
      host,
      onOutput: text => {
        if (text.includes('Amount in reais')) setImmediate(() => stopping.abort(new Stopped(category)))
      },
    })
    expect(run.code).toBe(code)
    expect(run.stderr).toContain('nothing was created\n')
    expect(run.stderr).not.toMatch(/error|prompt/i)
  },
)

it('types the next answer in place of one that was refused', async () => {
  const keys = new PassThrough()
  const host = testHost({
    env: { TERM: 'xterm', PIXCTL_API_KEY: `service_live_${'0'.repeat(48)}` },
    terminal: { columns: 80, rows: 24 },
  })
  host.stdin.stream = keys
  const left = [
    ['Amount in reais', 'mil\r'],
    ['is not an amount', '10\r'],
    ['Description', '\u0003'],
  ]
  const { stderr, code } = await runCommand(['charge', 'create', '--base-url', 'http://127.0.0.1:9/api/v1'], {
    host,
    onOutput: text => {
      if (left[0] && text.includes(left[0][0]!)) {
        const typed = left.shift()![1]
        setImmediate(() => keys.write(typed))
      }
    },
  })
  expect(left).toEqual([])
  expect(stderr).not.toContain('mil10')
  expect(stderr).toContain('nothing was created\n')
  expect(code).toBe(130)
})
