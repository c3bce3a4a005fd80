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

  const wordy = { status: 401, ms: 1, start: 'no signature' }
  const isValid = (sent: Sent) => judge(sent) === 204
  const VALID = 'valid_delivery'

  it.each<[string, (sent: Sent) => Reply | number, string, string]>([
    ['all are refused', () => 401, VALID, 'then the header that it reads, X-Service-Signature'],
    ['all are refused, with words', () => wordy, VALID, 'It answered: no signature'],
    ['a forged one is taken, no valid one', s => (isValid(s) ? 401 : 204), VALID, 'a forged one was not'],
    ['some of a kind are taken', s => (s.name === 'try' ? judge(s) : 401), VALID, 'another of the same kind'],
    ['one is skipped, for none is taken', () => 401, 'duplicate_event', 'accept a valid delivery first'],
    ['it is refused otherwise', s => (isValid(s) ? 204 : 403), 'forged_signature', '401, not 403'],
    ['it limits the rate', () => 429, VALID, '429'],
    ['nothing comes', s => (isValid(s) ? 204 : CUT), 'altered_body', 'the connection was cut'],
  ])('if %s', async (_name, answer, name, says) => {
    expect(await advice(answer, name)).toContain(says)
  })

  it('does not send a person to the secret if the endpoint has accepted it', async () => {
    expect(await advice(sent => (sent.name === 'try' ? judge(sent) : 401), 'valid_delivery')).not.toMatch(
      /secret/,
    )
  })
})
