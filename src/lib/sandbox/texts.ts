/**
 * Why the sandbox got no answer to a delivery, for its pages and for `sandbox webhook`. The sandbox has few words for it,
 * as a service has: the reasons of forwarding are other ones (src/api/transport-error.ts).
 */

import { both } from '../language.ts'

/** As src/sandbox/webhooks/sender.ts and src/sandbox/faults/webhook.ts save them. */
const REASONS: readonly (readonly [saved: RegExp, ptBR: string])[] = [
  [/^connection refused$/, 'conexão recusada'],
  [/^host name not found$/, 'host não encontrado'],
  [/^connection cut$/, 'a conexão caiu'],
  [/^it speaks http, not https$/, 'usa http, e não https'],
  [/^no connection in time$/, 'não foi possível conectar a tempo'],
  [/^certificate not accepted\b/, 'certificado não aceito'],
  [/^no answer within\b/, 'sem resposta em'],
  [/^no answer\b/, 'sem resposta'],
  [/^the answer was lost \(fault (.+)\)$/, 'a resposta se perdeu (falha $1)'],
]

/** Why there was no answer, in the language of now; an unknown reason as it was saved. */
export const sandboxReason = both(
  (saved: string) => saved,
  saved => {
    const [pattern, ptBR] = REASONS.find(([each]) => each.test(saved)) ?? []
    return pattern && ptBR ? saved.replace(pattern, ptBR) : saved
  },
)

/** Why a fault can never match; `name` is that of a flag or member. */
export const texts = {
  misplaced: {
    retryAfter: both('{name} is a header of the answer to a call: it does not go with {on}', '{name} é um cabeçalho da resposta a uma chamada: não se usa com {on}'),
    charge: both('{name} goes with get, webhook and realtime: {on} is not about a charge that exists already', '{name} se usa com get, webhook e realtime: {on} não é sobre uma cobrança que já existe'),
    type: both('{name} goes with webhook and realtime: {on} has no events', '{name} se usa com webhook e realtime: {on} não tem eventos'),
    endpoint: both('{name} goes with webhook: {on} has no endpoint', '{name} se usa com webhook: {on} não tem endpoint'),
  },
  noRetry: both('{name} goes with the status 429 or 503', '{name} se usa com o status 429 ou 503'),
  noEvent: both('{name} goes with realtime and lose-answer only: every other fault comes before the first event', '{name} se usa com realtime só com lose-answer: as outras falhas vêm antes do primeiro evento'),
  notSent: both('{name} cannot be {type} with {on}, which never sends it', '{name} não pode ser {type} com {on}, que nunca o envia'),
  noChargeOf: both('{name} goes with events of payments: {type} is about no charge', '{name} se usa com eventos de pagamentos: {type} não é sobre uma cobrança'),
}
