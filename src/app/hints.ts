/** The commands that messages name, as this run's user has to type them. */

/** Commands that act for a profile; those of the sandbox have one of their own. */
const ACTING = /\bpixctl (?:charges?|balance|status|webhook|events|reconcile|auth login)\b[^\n;,]*(?=,|;|$)/

/**
 * A line whose command, at its end, names the profile that `--profile` chose for this run: without it,
 * `pixctl charge recover KEY` would look in another profile. The environment stays as it is by itself.
 */
export function withProfile(line: string, argv: readonly string[]): string {
  const name = profileFlag(argv)
  if (name === undefined || line.includes('--profile')) return line
  return line.replace(ACTING, command => `${command} --profile ${name}`)
}

function profileFlag(argv: readonly string[]): string | undefined {
  for (const [index, word] of argv.entries()) {
    if (word === '--') return undefined
    if (word === '--profile' || word === '-p') return argv[index + 1]
    const joined = /^--profile=(.*)$/.exec(word) ?? /^-p=?(.+)$/.exec(word)
    if (joined) return joined[1]
  }
  return undefined
}
