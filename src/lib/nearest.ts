/** Suggests a name for one that was mistyped, or that is called something else here. */

import { foldText } from '#contract/charge-filter.ts'

/**
 * What people type for a command, a flag or a column, in lower case and without accents: mostly Portuguese, and in both
 * languages, because many use pixctl in English. The words are not accepted; an error says what is meant.
 */
const USUAL_WORDS: Readonly<Record<string, string>> = {
  ajuda: 'help',
  ambiente: 'environment',
  cobranca: 'charge',
  cobrancas: 'charges',
  cobrar: 'create',
  codigos: 'exit-codes',
  conciliar: 'reconcile',
  criar: 'create',
  entrar: 'login',
  eventos: 'events',
  formatos: 'formatting',
  import: 'create',
  importar: 'create',
  opcoes: 'flags',
  pagar: 'pay',
  relatorio: 'report',
  sair: 'logout',
  saldo: 'balance',
  vender: 'create',
  // Flags and columns.
  valor: 'amount',
  value: 'amount',
  price: 'amount',
  descricao: 'description',
  validade: 'validity',
  desde: 'since',
  ate: 'until',
}

/** The name for a word that people type for it; undefined if there is none. */
export function usualName(typed: string): string | undefined {
  const word = foldText(typed).trim()
  return Object.hasOwn(USUAL_WORDS, word) ? USUAL_WORDS[word] : undefined
}

/**
 * The name most similar to one of the typed texts, or the only one of as many words that begins with the first of them;
 * undefined if none is similar enough.
 */
export function nearest<Name extends string>(
  names: readonly Name[],
  ...typed: readonly string[]
): Name | undefined {
  const similar = names
    .map(name => ({ name, distance: Math.min(...typed.map(text => similarity(text, name))) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (similar && similar.distance < Number.POSITIVE_INFINITY) return similar.name
  const [first = ''] = typed
  const longer = names.filter(
    name => first !== '' && name.startsWith(first) && !name.slice(first.length).includes(' '),
  )
  return longer.length === 1 ? longer[0] : undefined
}

/**
 * The distance of two similar names, otherwise infinite. Each word of one must be similar to its word of the other: what two
 * commands have in common must not hide that their verbs are others.
 */
function similarity(a: string, b: string): number {
  const [ours, theirs] = [a.trim().split(' '), b.split(' ')]
  if (ours.length === theirs.length)
    return ours.reduce((sum, word, index) => sum + wordSimilarity(word, theirs[index]!), 0)
  // With another number of words, only one space may be wrong.
  const letters = distance(a.trim(), b)
  return letters <= 1 ? letters : Number.POSITIVE_INFINITY
}

/** In a short word, two other letters are another word. */
function wordSimilarity(a: string, b: string): number {
  if (usualName(a) === b) return 0
  const length = Math.min(a.length, b.length)
  const most = length <= 4 ? 1 : length <= 8 ? 2 : 3
  const letters = distance(a, b)
  return letters <= most ? letters : Number.POSITIVE_INFINITY
}

/** The edit distance of two words. Two letters that changed places count as one difference, as in `statsu`. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, replaced)
      const areSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (areSwapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
