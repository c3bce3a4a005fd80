/** A signal while a question waits for its answer, such as when the machine is shut down. */

import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Stopped } from '../../src/shared/failure.ts'
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
    expect(run.stderr).not.toMatch(/error|prompt/i)
  },
)
