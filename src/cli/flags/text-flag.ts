/**
 * `--description` and `--search`, whose text may begin with a hyphen: `--description=-10%`. oclif takes such a text for
 * a flag, even after `=`. So the text gets a mark in front of it before oclif reads the command line.
 */

import { custom } from '@oclif/core/flags'

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
    const flag = TEXT_FLAGS.find(each => word.startsWith(`${each}=-`))
    return flag === undefined ? word : `${flag}=${MARK}${word.slice(flag.length + 1)}`
  })
}

/** Whether the argument at this place is the text of a text flag, so that `--help` there is no flag. */
export function isText(argv: readonly string[], index: number): boolean {
  return TEXT_FLAGS.includes(argv[index - 1] ?? '')
}
