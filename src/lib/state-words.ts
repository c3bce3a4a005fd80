/** The states of a charge in words, for people. What scripts read has them as the service writes them. */

import { both } from './language.ts'

const words = new Map([
  ['CREATING', both('creating', 'criando')],
  ['PENDING', both('to be paid', 'a receber')],
  ['PAID', both('paid', 'paga')],
  ['EXPIRED', both('expired', 'expirada')],
  ['FAILED', both('failed', 'falhou')],
])

const sentences = new Map([
  ['CREATING', both('is being created', 'está sendo criada')],
  ['PENDING', both('is still to be paid', 'ainda está a receber')],
  ['PAID', both('is paid', 'está paga')],
  ['EXPIRED', both('has expired', 'expirou')],
  ['FAILED', both('has failed', 'falhou')],
])

/** The word for a state, for a column or a label. A state that isn't documented stays as it came: escape it. */
export function stateWord(status: string): string {
  return words.get(status)?.() ?? status
}

/** What a charge is or did, after its name: `is paid`, `expirou`. */
export function stateSentence(status: string): string {
  return sentences.get(status)?.() ?? both('is {status}', 'está {status}')(status)
}
