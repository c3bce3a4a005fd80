/**
 * `--description`, whose text may begin with a hyphen: `--description=-10%`. oclif takes such a text for a flag,
 * even after `=`. So the text gets a mark in front of it before oclif reads the command line.
 */

import { custom } from '@oclif/core/flags'

const TEXT_FLAG = '--description'
/** NUL: the one character that no argument can contain. */
const MARK = '\0'

/** A flag whose text {@link markTexts} has marked. */
export const textFlag = custom<string>({
  parse: async text => (text.startsWith(MARK) ? text.slice(MARK.length) : text),
})

/** The arguments with a mark in front of each text that begins with a hyphen. */
export function markTexts(argv: readonly string[]): string[] {
  const prefix = `${TEXT_FLAG}=`
  return argv.map(word => (word.startsWith(`${prefix}-`) ? prefix + MARK + word.slice(prefix.length) : word))
}

/** Whether the argument at this place is the text of a text flag, so that `--help` there is no flag. */
export function isText(argv: readonly string[], index: number): boolean {
  return argv[index - 1] === TEXT_FLAG
}
