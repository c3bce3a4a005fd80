/** Why there was no answer is saved in English; the inspector and `webhook show` say it in the person's language. */

import { expect, test } from 'vitest'
import { savedReason } from '#forwarding/saved-reason.ts'
import { inLanguage } from '#lib/language.ts'

test.each([
  [
    'the connection was refused: nothing listens at that address',
    'a conexão foi recusada: não há nada escutando nesse endereço',
  ],
  ['there is no host with that name', 'não existe host com esse nome'],
  ['the server speaks http, not https', 'o servidor usa http, e não https'],
  ['no answer within 15 s', 'sem resposta em 15 s'],
  ['the certificate was not accepted (CERT_HAS_EXPIRED)', 'o certificado não foi aceito (CERT_HAS_EXPIRED)'],
  ['the request failed (UND_ERR_X)', 'a requisição falhou (UND_ERR_X)'],
  [
    'the proxy proxy.example:3128 does not answer: the connection was refused',
    'o proxy proxy.example:3128 não responde: a conexão foi recusada',
  ],
  [
    'the proxy [::1]:3128 does not answer: the host name could not be resolved',
    'o proxy [::1]:3128 não responde: não foi possível resolver o nome do host',
  ],
  ['something of another version', 'something of another version'],
])('the saved reason "%s" is shown in both languages', (saved, inPortuguese) => {
  expect(savedReason(saved)).toBe(saved)
  expect(inLanguage('pt-BR', () => savedReason(saved))).toBe(inPortuguese)
})
