/** The inbox keeps why there was no answer as a code; the inspector and `webhook show` say it in the person's language. */

import { expect, test } from 'vitest'
import { asTransportError, noAnswerText } from '#api/transport-error.ts'
import { english, inLanguage, localized } from '#lib/language.ts'

const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

test.each([
  ['CERT_HAS_EXPIRED', asTransportError(failed('CERT_HAS_EXPIRED'), false, 0)],
  ['ECONNREFUSED', asTransportError(failed('ECONNREFUSED'), false, 0)],
  ['FAILED UND_ERR_X', asTransportError(failed('UND_ERR_X'), false, 0)],
  ['FAILED something without a code', asTransportError(new Error('something without a code'), false, 0)],
  ['TIMEOUT 1.5', asTransportError(failed('UND_ERR_ABORTED'), true, 1_480)],
  ['PROXY [::1]:3128 ECONNREFUSED', asTransportError(failed('ECONNREFUSED'), false, 0, '[::1]:3128')],
  ['PROXY_REFUSED 407', asTransportError(new Error('Proxy response (407) !== 200 when'), false, 0)],
])('the reason %s says the same as its error', (reason, error) => {
  expect(error.reason).toBe(reason)
  expect(inLanguage('pt-BR', () => localized(noAnswerText(reason)))).toBe(
    inLanguage('pt-BR', () => error.localized),
  )
})

test.each([
  ['ECONNREFUSED', 'the connection was refused: nothing listens at that address'],
  ['ENETDOWN', 'no internet? the network is not reachable'],
  ['CUT_SHORT 201', 'the answer (201) was cut short'],
  ['FAILED UND_ERR_X', 'the request failed (UND_ERR_X)'],
  [
    'PROXY [::1]:3128 FAILED UND_ERR_X',
    'the proxy [::1]:3128 does not answer: the request failed (UND_ERR_X)',
  ],
  ['something of another version', 'something of another version'],
])('the reason %s is said', (reason, text) => {
  expect(english(noAnswerText(reason))).toBe(text)
})
