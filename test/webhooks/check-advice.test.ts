/** What is advised on a check that did not pass. */

import { describe, expect, it } from 'vitest'
import { adviceOn } from '#webhooks/check/advice.ts'
import type { Reply } from '#webhooks/check/run-checks.ts'
import { CUT, judge, run, type Sent } from './checking.ts'

describe('the advice on a check', () => {
  const advice = async (answer: (sent: Sent) => Reply | number, name: string) => {
    const { report } = await run(answer)
    return adviceOn(report.checks.find(each => each.name === name)!, report)
  }

  const late = (status: number) => ({ status, ms: 12_000 })
  const wordy = { status: 401, ms: 1, start: 'no signature' }
  const isValid = (sent: Sent) => judge(sent) === 204
  const except = (name: string, status: number) => (sent: Sent) => (sent.name === name ? status : judge(sent))
  const knowsOld = (sent: Sent) => (/^(stale|missing)_signature$/.test(sent.name) ? 401 : 500)
  const VALID = 'valid_delivery'

  it.each<[string, (sent: Sent) => Reply | number, string, string]>([
    ['all are refused', () => 401, VALID, 'then the header that it reads, X-Service-Signature'],
    ['all are refused, with words', () => wordy, VALID, 'It answered: no signature'],
    ['all are refused with 403', () => 403, VALID, '@csrf_exempt'],
    ['all get 500', () => 500, VALID, 'It answers 500 to everything, valid or not'],
    [
      'computing the signature fails',
      knowsOld,
      VALID,
      'It answers 500 to a valid delivery: its log says why.',
    ],
    [
      'what is valid gets 500',
      s => (isValid(s) ? 500 : 401),
      VALID,
      'what comes after the verification fails',
    ],
    ['a forged one is taken, no valid one', s => (isValid(s) ? 401 : 204), VALID, 'a forged one was not'],
    ['some of a kind are taken', s => (s.name === 'try' ? judge(s) : 401), VALID, 'another of the same kind'],
    ['one is skipped, for it got the same', () => 401, 'stale_signature', 'got the same answer (401)'],
    ['one is skipped, for none is taken', () => 401, 'duplicate_event', 'accept a valid delivery first'],
    [
      'one is skipped, for what is some minutes old is refused',
      except('recent_signature', 401),
      'duplicate_event',
      'accept a delivery signed some minutes ago first',
    ],
    [
      'one is skipped, for an answer was late',
      s => late(judge(s)),
      'duplicate_event',
      'answer in time first',
    ],
    ['it refuses, and is too slow to be tried', () => late(401), VALID, 'too slowly to try'],
    ['what lies ahead is taken', except('future_signature', 204), 'future_signature', 'in either direction'],
    ['a forgery is taken', () => 204, 'forged_signature', 'forge'],
    ['it is refused otherwise', s => (isValid(s) ? 204 : 403), 'forged_signature', '401, not 403'],
    ['it redirects', () => 301, VALID, 'redirect'],
    ['there is nothing', () => 404, VALID, 'path'],
    ['it limits the rate', () => 429, VALID, '429'],
    ['a duplicate is a conflict', except('duplicate_delivery', 409), 'duplicate_delivery', '2xx'],
    ['nothing comes', s => (isValid(s) ? 204 : CUT), 'altered_body', 'the connection was cut'],
  ])('if %s', async (_name, answer, name, says) => {
    expect(await advice(answer, name)).toContain(says)
  })

  it('does not send a person to the secret if the endpoint has accepted it', async () => {
    expect(await advice(sent => (sent.name === 'try' ? judge(sent) : 401), 'valid_delivery')).not.toMatch(
      /secret/,
    )
  })

  it('of an endpoint that always fails says nothing about signatures', async () => {
    for (const status of [500, 502, 404, 302]) {
      expect(await advice(() => status, 'valid_delivery')).not.toMatch(/sign|secret|raw/i)
    }
  })
})
