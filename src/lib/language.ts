/**
 * The language of what people read: English or Brazilian Portuguese. Each feature has its texts in both, side by side, in
 * its texts.ts. What scripts read is always English: JSON, TSV, CSV, logs, `message` of errors.
 */

export type Language = 'en' | 'pt-BR'

/** A text that is made when it is shown, in the language of then; a string is the same in both languages. */
export type Text = string | (() => string)

/** The language that a name such as `pt`, `pt-BR` or `en_US.UTF-8` stands for, of any country; undefined for another one. */
export function languageNamed(name: string): Language | undefined {
  if (/^pt([_.@-]|$)/i.test(name)) return 'pt-BR'
  return /^en([_.@-]|$)/i.test(name) ? 'en' : undefined
}

/**
 * The language to use: the value of `--lang`, then `PIXCTL_LANG`, then the variables of POSIX. Another language than these
 * two is English. Windows has none of these variables; there, the system's own language decides.
 */
export function chooseLanguage(
  flag: string | undefined,
  { env, platform }: { env: Readonly<Record<string, string | undefined>>; platform?: string },
): Language {
  const name = flag || env.PIXCTL_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG
  // Intl takes a few milliseconds, so it is asked only where nothing else says it.
  const system = () => (platform === 'win32' ? new Intl.DateTimeFormat().resolvedOptions().locale : 'en')
  return languageNamed(name || system()) ?? 'en'
}

/** One for the whole process, because one person reads what it prints. main sets it before anything else. */
let ofProcess: Language = 'en'
/** The web pages have one for each request. */
let ofRequest: () => Language | undefined = () => undefined
/** Of {@link inLanguage}, while it runs. */
let chosenHere: Language | undefined

export function language(): Language {
  return chosenHere ?? ofRequest() ?? ofProcess
}

/** The language of what this process prints, whatever language the request for a page asks for. */
export function processLanguage(): Language {
  return chosenHere ?? ofProcess
}

export function useLanguage(chosen: Language): void {
  ofProcess = chosen
}

/**
 * Lets `asked` say in which language the request of now is answered; undefined outside of one.
 *
 * @returns what said it before
 */
export function useRequestLanguage(asked: typeof ofRequest): typeof ofRequest {
  const before = ofRequest
  ofRequest = asked
  return before
}

/** What `work` returns with another language; it must not be asynchronous. */
export function inLanguage<Result>(chosen: Language, work: () => Result): Result {
  const before = chosenHere
  chosenHere = chosen
  try {
    return work()
  } finally {
    chosenHere = before
  }
}

/** The text in the language of the person. */
export function localized(text: Text): string {
  return typeof text === 'string' ? text : text()
}

/** The text as scripts read it. */
export function english(text: Text): string {
  return typeof text === 'string' ? text : inLanguage('en', text)
}

type Made<Values extends readonly never[] | readonly unknown[]> = (...values: Values) => string

/** The names in a text: `seconds` in `no answer within {seconds} s`. */
type NamesIn<Literal extends string> = Literal extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A value for each name of a text, in their order. */
type ValuesFor<Literal extends string> = Literal extends `${string}{${string}}${infer Rest}`
  ? [string | number, ...ValuesFor<Rest>]
  : []

/** A text with the same names. */
type WithNames<Names extends string, Literal extends string> = [Names, NamesIn<Literal>] extends [
  NamesIn<Literal>,
  Names,
]
  ? Literal
  : never

/** An empty text is none. */
type Filled<Literal extends string> = Literal extends '' ? never : Literal

/** A function with fewer parameters may be passed where more are given, but a text that leaves a value out is stale. */
type WithAll<
  Values extends unknown[],
  Other extends Made<Values>,
> = Required<Values>['length'] extends Required<Parameters<Other>>['length'] ? Other : never

/**
 * A text in both languages: a function that gives it in the language of the person. Both take the same values, each of
 * them, so a text that is missing, empty or takes other values than before doesn't compile.
 *
 * A string takes a value for each name in braces, in the order of the English one. What depends on a value otherwise is
 * a function; a value that one language has no use for is named with `_`.
 */
export function both<English extends string, Portuguese extends string>(
  en: Filled<English>,
  ptBR: Filled<Portuguese> & WithNames<NamesIn<English>, Portuguese>,
): Made<ValuesFor<English>>
export function both<Values extends unknown[], Portuguese extends Made<NoInfer<Values>>>(
  en: Made<Values>,
  ptBR: Portuguese & WithAll<NoInfer<Values>, Portuguese>,
): Made<Values>
export function both(en: string | Made<unknown[]>, ptBR: string | Made<unknown[]>): Made<unknown[]> {
  return (...values) => {
    const chosen = language() === 'en' ? en : ptBR
    if (typeof chosen !== 'string') return chosen(...values)
    const names = String(en).match(NAME)
    return names ? chosen.replace(NAME, name => `${values[names.indexOf(name)]}`) : chosen
  }
}

const NAME = /\{\w+\}/g

/**
 * The form for this count, the same in both languages: `plural(2, 'charge', 'charges')` is `charges`. Intl has zero as a
 * singular in Portuguese, but Brazilians write "0 cobranças".
 */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}

/** Names in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language() === 'en' ? 'en-GB' : 'pt-BR').format(names)
}

/** A whole number with the separators of the language: `12,345` or `12.345`. */
export function formatCount(count: number): string {
  return count.toLocaleString(language())
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, with at most three digits: `512 B`, `1.2 MB`, `1,2 MB` in Portuguese, `168 kB`. */
export function formatBytes(bytes: number): string {
  const rank = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  if (rank === 0) return `${bytes} B`
  const units = bytes / 1000 ** rank
  const number = units.toFixed(units < 99.95 ? 1 : 0)
  return `${language() === 'pt-BR' ? number.replace('.', ',') : number} ${BYTE_UNITS[rank]}`
}
