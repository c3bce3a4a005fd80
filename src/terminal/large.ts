/** Words in large letters, to be read from across a counter. */

/** Five rows for each letter, without the letters that no word here uses. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  ' ': [' ', ' ', ' ', ' ', ' '],
  A: [' ## ', '#  #', '####', '#  #', '#  #'],
  Ã: [' # #', '# # ', ' ## ', '####', '#  #'],
  B: ['### ', '#  #', '### ', '#  #', '### '],
  C: [' ###', '#   ', '#   ', '#   ', ' ###'],
  D: ['### ', '#  #', '#  #', '#  #', '### '],
  E: ['####', '#   ', '### ', '#   ', '####'],
  F: ['####', '#   ', '### ', '#   ', '#   '],
  G: [' ###', '#   ', '# ##', '#  #', ' ###'],
  H: ['#  #', '#  #', '####', '#  #', '#  #'],
  I: ['###', ' # ', ' # ', ' # ', '###'],
  L: ['#   ', '#   ', '#   ', '#   ', '####'],
  N: ['#  #', '## #', '# ##', '#  #', '#  #'],
  O: [' ## ', '#  #', '#  #', '#  #', ' ## '],
  P: ['### ', '#  #', '### ', '#   ', '#   '],
  R: ['### ', '#  #', '### ', '# # ', '#  #'],
  T: ['###', ' # ', ' # ', ' # ', ' # '],
  U: ['#  #', '#  #', '#  #', '#  #', ' ## '],
  X: ['#  #', '#  #', ' ## ', '#  #', '#  #'],
}
const ROWS = 5
const INDENT = '  '

interface LargeOptions {
  columns: number
  /** Whether the terminal can show a block; otherwise the letters are drawn with `#`. */
  blocks: boolean
}

/**
 * The lines of a word in large letters: twice as wide if that fits, as a character is twice as high as wide. The word
 * itself if the letters don't fit.
 */
export function largeLetters(word: string, { columns, blocks }: LargeOptions): string[] {
  const narrow = Array.from({ length: ROWS }, (_, row) =>
    [...word].map(letter => LETTERS[letter]![row]).join(' '),
  )
  const wide = narrow.map(line => line.replaceAll(/./g, '$&$&'))
  const lines = [wide, narrow].find(rows => INDENT.length + rows[0]!.length <= columns)
  if (!lines) return [`${INDENT}${word}`]
  return lines.map(line => `${INDENT}${line.trimEnd()}`.replaceAll('#', blocks ? '\u2588' : '#'))
}

/**
 * Whether the terminal can draw with blocks: UTF-8 by the first of these variables that is set, or none, as in most
 * containers, or Windows. Never with TERM=dumb: it may be a screen reader, which would read a picture line by line.
 */
export function hasBlocks(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  if (env.TERM === 'dumb') return false
  if (platform === 'win32') return true
  return /utf-?8|^$/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '')
}
