/** A signal while a question waits for its answer, such as when the machine is shut down. */

import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { runCommand, testHost } from '../support/run.ts'
import { ScriptedService } from '../support/service.ts'

it.each(['xterm', 'dumb'])(
  'on a terminal of the kind %s, a question that SIGTERM meets ends with 143',
  async TERM => {
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
        if (text.includes('Amount in reais')) setImmediate(() => stopping.abort(new Stopped('terminated')))
      },
    })
    expect(run.code).toBe(143)
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

it.each([
  ['xterm', ['10,50\rMesa 5\r\r']],
  ['xterm', ['10,50\n', 'Mesa 5\n', '\n']],
  ['xterm', ['\u001b[200~10,50\rMesa 5\r\r\u001b[201~']],
  // A terminal that waits for Enter gives a line in each read.
  ['dumb', ['10,50\n', 'Mesa 5\n', '\n']],
])(
  'on a terminal of the kind %s, no charge comes of several lines that are pasted: %j',
  async (TERM, reads) => {
    await using service = await new ScriptedService().start()
    const keys = new PassThrough()
    const host = testHost({
      env: { TERM, NO_COLOR: '1', PIXCTL_API_KEY: `service_live_${'0'.repeat(48)}` },
      terminal: { columns: 80, rows: 24 },
    })
    host.stdin.stream = keys
    let isAsked = false
    const { stderr, code } = await runCommand(['charge', 'create', '--base-url', service.baseUrl], {
      host,
      onOutput: text => {
        if (isAsked || !text.includes('Amount in reais')) return
        isAsked = true
        setImmediate(() => {
          for (const read of reads) keys.write(read)
        })
      },
    })
    expect(code).toBe(2)
    expect(stderr).toContain(
      'error: several lines were pasted where one is asked for; nothing was sent\n  answer one question at a time\n',
    )
    expect(service.seen).toEqual([])
  },
)
