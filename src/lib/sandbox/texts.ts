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
