/** Flags that oclif doesn't have: the command line is changed before oclif reads it. */

import { custom } from '@oclif/core/flags'

/** Their text may begin with a hyphen: `--description=-10%`. oclif takes such a text for a flag, even after `=`. */
const TEXT_FLAGS = ['--description', '--search']
/** NUL: the one character that no argument can contain. */
const MARK = '\0'

/** A flag whose text {@link markTexts} has marked. */
export const textFlag = custom<string>({
  parse: async text => (text.startsWith(MARK) ? text.slice(MARK.length) : text),
})

/** The arguments with a mark in front of each text that begins with a hyphen. */
export function markTexts(argv: readonly string[]): string[] {
  return argv.map(word => {
    const flag = TEXT_FLAGS.find(name => word.startsWith(`${name}=-`))
    return flag === undefined ? word : `${flag}=${MARK}${word.slice(flag.length + 1)}`
  })
}

/** Flags whose value may be left out, such as `--inspect` and `--inspect 4300`, and the value each has by itself. */
export type BareFlags = Readonly<Record<string, string>>

/** The arguments with the value after each of these flags that has none. */
export function withValues(argv: readonly string[], bare: BareFlags): string[] {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv.length : end
  return argv.flatMap((word, index) => {
    const value = Object.hasOwn(bare, word) && index < flags ? bare[word] : undefined
    if (value === undefined) return [word]
    const next = argv[index + 1]
    const hasOwn = next !== undefined && index + 1 !== flags && !next.startsWith('-')
    return hasOwn ? [word] : [`${word}=${value}`]
  })
}
