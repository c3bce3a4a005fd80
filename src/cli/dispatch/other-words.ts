/** Words that people type for a command that is called something else, and for what no command does. */

import { foldText } from '#contract/charge-filter.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { HELP_TOPICS } from './help/topics/topics.ts'
import { texts } from './texts.ts'

/** Portuguese words, in lower case and without accents, with the command, topic or page of the help. */
const PORTUGUESE: ReadonlyMap<string, string> = new Map([
  ['ajuda', 'help'],
  ['ambiente', 'environment'],
  ['cobranca', 'charge'],
  ['cobrancas', 'charges'],
  ['cobrar', 'charge create'],
  ['codigos', 'exit-codes'],
  ['conciliar', 'reconcile'],
  ['entrar', 'auth login'],
  ['eventos', 'events'],
  ['formatos', 'formatting'],
  ['relatorio', 'report'],
  ['sair', 'auth logout'],
  ['saldo', 'balance'],
  ['vender', 'charge create'],
])
const SANDBOX_STOP = /^sandbox (stop|end|kill|quit|parar|encerrar)$/
const CHARGE_PAY = /^charges? (pay|pagar)$/

/** The command, topic or page that a word means in Portuguese, in both languages: many people use pixctl in English. */
export function namedOtherwise(typed: string): string | undefined {
  const name = PORTUGUESE.get(foldText(typed))
  return name !== undefined && Object.hasOwn(HELP_TOPICS, name) ? `help ${name}` : name
}

/** What to do instead of a command that doesn't exist on purpose. */
export function noCommandFor(typed: string, id = 'ID'): Step[] | undefined {
  if (SANDBOX_STOP.test(typed)) return [texts.stopSandbox]
  if (!CHARGE_PAY.test(typed)) return undefined
  return [texts.customerPays, suggest('sandbox pay', { say: texts.inSandbox, args: [id] })]
}
