/**
 * Flags whose value may be left out, such as `--inspect` and `--inspect 4300`. oclif has no such flags. So the value
 * that is meant is added before oclif reads the command line.
 */

/** Such flags of a command, as they are written, and the value each has by itself. */
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
