/** `--log-format json`: every line on stderr is one JSON object. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logLine } from '#cli/output/output.ts'
import { openInbox, take } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { send, signed } from '../support/listener.ts'
import { LocalMachine } from '../support/local.ts'
import { runCommand } from '../support/run.ts'
import { jsonLines } from '../support/store.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const machine = () => new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
const JSON_LOG = ['--log-format', 'json']

/** The lines of stderr without their times, which must be there. */
function linesOf(stderr: string): Record<string, unknown>[] {
  return jsonLines(stderr).map(({ time, ...rest }) => {
    expect(time).toMatch(TIME)
    return rest
  })
}

/** Listens until a delivery with a wrong signature was noted. */
async function listenOnce(...flags: string[]) {
  let sent = false
  return runCommand(['webhook', 'listen', '--port', '0', ...JSON_LOG, ...flags], {
    host: machine().host(),
    until: /to see what was refused|received/,
    onOutput: (text, stream) => {
      const url = /http:\/\/127[^"\s]+/.exec(text)?.[0]
      if (stream !== 'stderr' || sent || url === undefined) return
      sent = true
      void send(url, signed({ secret: 'whsec_ffffffffffffffffffffffffffffffff' }))
    },
  })
}

describe('a line of the log', () => {
  it('has the time, the level and the message first, and escapes text from outside', () => {
    const clock = new FakeClock(Date.UTC(2026, 2, 11, 12, 0, 0, 7))
    expect(logLine(clock, 'warn', 'a\u001b[2J\nb', { delivery: 'dlv_1', left: undefined })).toBe(
      '{"time":"2026-03-11T12:00:00.007Z","level":"warn","message":"a\\u001b[2J\\nb","delivery":"dlv_1"}\n',
    )
  })
})

describe('webhook listen --log-format json', () => {
  it('writes notes, addresses and counts as JSON, and leaves stdout as it is', async () => {
    const { stdout, stderr, code } = await listenOnce()
    expect(code).toBe(130)
    const lines = linesOf(stderr)
    expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['info']))
    expect(stderr).not.toContain('Ctrl-C')
    expect(lines.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^listening on http/))
    expect(lines).toContainEqual(expect.objectContaining({ reason: 'signature_mismatch', status: 401 }))
    expect(lines.at(-1)).toMatchObject({ message: '0 received, 1 rejected', received: 0, rejected: 1 })
    expect(stdout.split('\t')).toHaveLength(5)
  })

  it('warns of each refused attempt and of what is parked, with the delivery and its payment', async () => {
    const setting = machine()
    await take(await openInbox(setting.dataDir), { delivery: 'dlv_1', paymentId: 'pay_1' })
    const target = await openTarget(500, 422)
    const args = ['--forward-to', target.url, '--park-on', '422', ...JSON_LOG]
    const { stderr } = await runCommand(['webhook', 'listen', '--port', '0', ...args], {
      host: setting.host(),
      until: /parked dlv_1/,
    })
    const about = { level: 'warn', delivery: 'dlv_1', paymentId: 'pay_1' }
    expect(linesOf(stderr).filter(({ delivery }) => delivery !== undefined)).toMatchObject([
      { ...about, type: 'payment.created', status: 500, number: 1 },
      { ...about, status: 422, number: 2, parked: true },
      { ...about, message: expect.stringMatching(/^parked dlv_1: .* answered 422/) },
    ])
  })

  it('writes an error with its exit code and what to do next', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const args = ['webhook', 'listen', '--port', String(port), ...JSON_LOG]
    const { stderr, code } = await runCommand(args, { host: machine().host() })
    expect(code).toBe(2)
    expect(linesOf(stderr)).toEqual([
      {
        level: 'error',
        message: `port ${port} is in use`,
        exitCode: 2,
        next: ['choose another port with --port, or any with --port 0'],
      },
    ])
  })
})
