/** Words for `case` of bash and zsh, quoted, where a leading star stands for any place. */
export function casePattern(words: readonly string[]): string {
  return words
    .map(word => (word.startsWith('* ') ? `*${singleQuoted(word.slice(1))}` : singleQuoted(word)))
    .join('|')
}

/** A word in the single quotes of a POSIX shell. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
