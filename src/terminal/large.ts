/** Words in large letters, to be read from across a counter. */

/** Five rows for each letter, without the letters that no word here uses. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  ' ': [' ', ' ', ' ', ' ', ' '],
  A: [' ## ', '#  #', '####', '#  #', '#  #'],
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
  M: ['#   #', '## ##', '# # #', '#   #', '#   #'],
  S: [' ###', '#   ', ' ## ', '   #', '### '],
  T: ['###', ' # ', ' # ', ' # ', ' # '],
  U: ['#  #', '#  #', '#  #', '#  #', ' ## '],
  X: ['#  #', '#  #', ' ## ', '#  #', '#  #'],
  Y: ['# #', '# #', ' # ', ' # ', ' # '],
  0: [' ## ', '#  #', '#  #', '#  #', ' ## '],
  1: [' # ', '## ', ' # ', ' # ', '###'],
  2: ['### ', '   #', ' ## ', '#   ', '####'],
  3: ['### ', '   #', ' ## ', '   #', '### '],
  4: ['#  #', '#  #', '####', '   #', '   #'],
  5: ['####', '#   ', '### ', '   #', '### '],
  6: [' ## ', '#   ', '### ', '#  #', ' ## '],
  7: ['####', '   #', '  # ', ' #  ', ' #  '],
  8: [' ## ', '#  #', ' ## ', '#  #', ' ## '],
  9: [' ## ', '#  #', ' ###', '   #', ' ## '],
  $: [' ####', '# #  ', ' ### ', '  # #', '#### '],
  ',': ['  ', '  ', '  ', ' #', '# '],
  '.': [' ', ' ', ' ', ' ', '#'],
}
/** What stands above a letter, in two rows: in the rows of the letter nobody would read it. */
const ACCENTS: Readonly<Record<string, readonly string[]>> = {
  '\u0303': [' # #', '# # '],
  '\u0301': ['  # ', ' #  '],
}
const ROWS = 5
const INDENT = '  '

export interface LargeOptions {
  columns: number
  /** Whether the terminal can show a block; otherwise the letters are drawn with `#`. */
  blocks: boolean
}

/**
 * The lines of a word in large letters: twice as wide if that fits, as a character is twice as high as wide. The word
 * itself if the letters don't fit.
 */
export function largeLetters(word: string, { columns, blocks }: LargeOptions): string[] {
  const letters = [...word].map(drawn)
  const above = Math.max(...letters.map(({ length }) => length)) - ROWS
  const narrow = Array.from({ length: above + ROWS }, (_, row) =>
    letters.map(rows => rows[row + rows.length - ROWS - above] ?? ' '.repeat(rows[0]!.length)).join(' '),
  )
  const wide = narrow.map(line => line.replaceAll(/./g, '$&$&'))
  const lines = [wide, narrow].find(rows => INDENT.length + rows[0]!.length <= columns)
  if (!lines) return [`${INDENT}${word}`]
  return lines.map(line => `${INDENT}${line.trimEnd()}`.replaceAll('#', blocks ? '\u2588' : '#'))
}

/** The rows of a letter, with those of its accent. */
function drawn(letter: string): readonly string[] {
  const [plain = ' ', accent = ''] = letter.normalize('NFD')
  return [...(ACCENTS[accent] ?? []), ...LETTERS[plain]!]
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
