/** `webhook listen` as a person sees it: on a real terminal, by `script`. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { listeningMachine, send, signed } from '../support/listener.ts'
import { openTarget, type Target } from '../webhooks/target.ts'
import { noTerminal, onTerminal, plain, type Terminal } from './pty.ts'

if (noTerminal) process.stderr.write(`skipped: webhook listen on a terminal: ${noTerminal}\n`)

const INTERRUPT = '\u0003'
const HOLD = '\u0013'
const GO_ON = '\u0011'

/** A listener on a terminal, and its address. */
async function listening(flags: string, columns = 80): Promise<{ terminal: Terminal; url: string }> {
  const terminal = onTerminal(listeningMachine(), `pixctl webhook listen --port 0 ${flags}`, { columns })
  onTestFinished(async () => {
    terminal.type(GO_ON + INTERRUPT)
    await terminal.ended
  })
  await terminal.sees('press Ctrl-C to stop')
  return { terminal, url: /listening on (\S+)/.exec(plain(terminal.screen))![1]! }
}

const to = (target: Target) => `--forward-to '${target.url}'`

/** The lines that begin with a time. */
function shown(terminal: Terminal): string[] {
  return plain(terminal.screen)
    .split('\n')
    .filter(line => /^\d\d:\d\d:\d\d {2}/.test(line))
}

/** The hour in São Paulo, three behind UTC. */
const localHour = () => String((new Date().getUTCHours() + 21) % 24).padStart(2, '0')

describe.skipIf(noTerminal)('on a terminal', () => {
  it('a delivery is one line, with local time, amount, ids and answer; Ctrl-C says how many there were', async () => {
    const { terminal, url } = await listening('', 120)
    const hours = [localHour()]
    await send(url, signed({ delivery: 'dlv_1', data: { paymentId: 'pay_1', amount: 1234.5 } }))
    await terminal.sees('204 accepted')
    // Another one if the hour has just ended.
    hours.push(localHour())
    await send(url, signed({ delivery: 'dlv_2', secret: 'whsec_another_secret' }))
    await terminal.sees('401 signature does not match')
    terminal.type(INTERRUPT)
    expect(await terminal.ended).toBe(130)
    expect(shown(terminal)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^(${hours.join('|')}):\\S+ {2}payment\\.approved {2}R\\$ 1\\.234,50 {2}pay_1 {2}dlv_1 {2}204 accepted$`,
        ),
      ),
      expect.stringMatching(/payment\.approved {2}401 signature does not match {2}dlv_2$/),
    ])
    expect(plain(terminal.screen)).toContain('1 received, 1 rejected\n')
  })

  it('the same line says what the target answered', async () => {
    const { terminal, url } = await listening(to(await openTarget(204)))
    for (let n = 0; n < 3; n++) await send(url, signed())
    for (let n = 0; n < 3; n++) await terminal.sees(/204.*→ 204 \d+ m?s/)
    expect(shown(terminal)).toHaveLength(3)
    terminal.type(INTERRUPT)
    await terminal.ended
    expect(plain(terminal.screen)).toContain('3 received, 3 forwarded, 0 still pending')
  })

  it('a terminal that is stopped by Ctrl-S delays no answer', async () => {
    const { terminal, url } = await listening('')
    terminal.type(HOLD)
    for (let n = 0; n < 20; n++) expect((await send(url, signed({ delivery: `dlv_${n}` }))).status).toBe(204)
    terminal.type(GO_ON)
    await terminal.sees('dlv_19')
    expect(shown(terminal)).toHaveLength(20)
  })
})
