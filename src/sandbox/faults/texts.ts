import { both } from '#lib/language.ts'

/** What is refused about faults, as a page says it. */
export const texts = {
  oneOf: both(
    (name: string, values: readonly (string | number)[]) => `${name} must be one of ${values.join(', ')}`,
    (name, values) => `${name} deve ser um destes: ${values.join(', ')}`,
  ),
  hasNoStatus: both(
    (kind: string) => `a fault of the kind ${kind} has no status`,
    kind => `uma falha do tipo ${kind} não tem status`,
  ),
  badDelay: both(
    (most: number) => `delaySeconds must be a number above 0 and up to ${most}`,
    most => `a espera deve ser um número maior que 0 e de no máximo ${most}`,
  ),
  hasNoDelay: both(
    (kind: string) => `a fault of the kind ${kind} has no delaySeconds`,
    kind => `uma falha do tipo ${kind} não tem delaySeconds`,
  ),
  badTimes: both(
    (most: number) => `times must be an integer from 1 to ${most}`,
    most => `o número de vezes deve ser um inteiro de 1 a ${most}`,
  ),
  badRate: both(
    'rate must be a number above 0 and up to 1',
    'a porcentagem deve ser maior que 0 e de no máximo 100',
  ),
  timesOrRate: both(
    'a fault has times or rate, not both',
    'uma falha tem um número de vezes ou uma porcentagem, e não os dois',
  ),
  tooMany: both(
    (most: number) => `a store has at most ${most} faults`,
    most => `uma loja tem no máximo ${most} falhas`,
  ),
  noSuchFault: both('there is no such fault', 'essa falha não existe'),
}
