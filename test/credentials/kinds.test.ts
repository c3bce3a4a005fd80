import { describe, expect, test } from 'vitest'
import { parseSecrets } from '#credentials/kinds.ts'
import { steps } from '../support/steps.ts'
import { failureOf } from './support.ts'

describe('a secret as given', () => {
  test.each([
    ['api-key', 'service_live_abc', ['service_live_abc']],
    ['api-key', '  service_live_abc\r\n', ['service_live_abc']],
    ['ws-token', 'service_ws_abc\n', ['service_ws_abc']],
    ['webhook-secret', 'whsec_a+/=', ['whsec_a+/=']],
    ['webhook-secret', 'whsec_a whsec_b\n\twhsec_c', ['whsec_a', 'whsec_b', 'whsec_c']],
    ['api-key', `service_live_${'x'.repeat(499)}`, [`service_live_${'x'.repeat(499)}`]],
  ] as const)('%s %j is taken', (kind, text, secrets) => {
    expect(parseSecrets(kind, text)).toEqual(secrets)
  })

  test.each([
    ['api-key', '', 'empty'],
    ['api-key', ' \n', 'empty'],
    ['webhook-secret', ' \n', 'empty'],
    ['api-key', 'service_ws_HIDDEN', 'starts with service_ws_, as a WebSocket token does'],
    ['ws-token', 'service_live_HIDDEN', 'starts with service_live_, as an API key does'],
    ['webhook-secret', 'service_live_HIDDEN', 'as an API key does'],
    ['webhook-secret', 'whsec_a HIDDEN', "doesn't start with whsec_"],
    ['api-key', 'HIDDEN', "doesn't start with service_live_"],
    ['api-key', 'Service_live_HIDDEN', "doesn't start with"],
    ['api-key', 'service_live_', 'nothing follows'],
    ['api-key', 'service_live_a service_live_HIDDEN', 'white space inside'],
    ['api-key', 'service_live_a\nX-Forged: HIDDEN', 'white space inside'],
    ['api-key', 'service_live_a\u00a0HIDDEN', 'white space inside'],
    ['ws-token', 'service_ws_a\u0000HIDDEN', 'printable ASCII'],
    ['ws-token', 'service_ws_HIDDENé', 'printable ASCII'],
    ['webhook-secret', 'whsec_a\u001bHIDDEN', 'printable ASCII'],
    ['webhook-secret', '\ufeffwhsec_\u200bHIDDEN', 'printable ASCII'],
    ['api-key', `service_live_${'x'.repeat(500)}`, 'longer than 512'],
    ['webhook-secret', 'whsec_1 whsec_2 whsec_3 whsec_4 whsec_5', 'more than 4'],
  ] as const)('%s %j is refused, unseen', async (kind, text, words) => {
    const failure = await failureOf(() => parseSecrets(kind, text))
    expect(failure).toMatchObject({ problem: 'bad_secret', category: 'usage' })
    expect(failure.message).toContain(words)
    expect(failure.message + steps(failure)).not.toMatch(/HIDDEN|xxx/)
  })

  test('the error names where it came from', async () => {
    const failure = await failureOf(() => parseSecrets('api-key', 'x', 'PIXCTL_API_KEY', 'unusable_secret'))
    expect(failure).toMatchObject({ problem: 'unusable_secret', category: 'unauthenticated' })
    expect(failure.message).toMatch(/^PIXCTL_API_KEY is not an API key: /)
  })
})
