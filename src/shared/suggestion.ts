/** Commands that messages suggest. They are data until they are printed, so that each is complete and quoted. */

/** A command of pixctl, with what it needs. */
export interface Suggestion {
  /** What stands before it: `to finish it` is printed as `to finish it: pixctl …`. */
  say?: string
  /** Its words, such as `charge recover`; empty for pixctl itself. */
  command: string
  args?: readonly string[]
  /** By name, without the hyphens; true for a flag that takes no value. */
  flags?: Readonly<Record<string, string | true>>
  /** A file for its standard input. */
  input?: string
  /** `run`, the default, keeps the profile and address flags of this run; `none` leaves them out. */
  profile?: 'run' | 'none'
}

/** A line of what to do next: a sentence, or a command. */
export type Step = string | Suggestion

export function suggest(command: string, rest: Omit<Suggestion, 'command'> = {}): Suggestion {
  return { command, ...rest }
}

/** The flags of a run that its suggestions keep, by name. */
export type KeptFlags = Readonly<Record<string, string>>

/** A step as it is printed, without a full stop. */
export function stepText(step: Step, kept: KeptFlags = {}): string {
  if (typeof step === 'string') return step
  const line = commandWords(step, kept).map(shellWord).join(' ')
  const input = step.input === undefined ? '' : ` < ${shellWord(step.input)}`
  return `${step.say === undefined ? '' : `${step.say}: `}${line}${input}`
}

/** The words of a suggested command, not quoted yet. */
export function commandWords(
  { command, args = [], flags = {}, profile = 'run' }: Suggestion,
  kept: KeptFlags = {},
): string[] {
  // Its own flags come first, and count before those of the run.
  const all = { ...flags, ...(profile === 'run' ? keptBy(command, kept) : {}), ...flags }
  const options = Object.entries(all).flatMap(([name, value]) => flagWords(name, value))
  const words = command === '' ? [] : command.split(' ')
  // Behind `--` nothing is taken for a flag.
  const plain = args.some(each => each.startsWith('-')) ? [...options, '--', ...args] : [...args, ...options]
  return ['pixctl', ...words, ...plain]
}

function flagWords(name: string, value: string | true): string[] {
  if (value === true) return [`--${name}`]
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
}

/**
 * The flags that a command takes: a sandbox has its own addresses, and few commands use the realtime channel. What
 * `events tail` is to do other than in this run, it is to forward as in this run.
 */
function keptBy(command: string, kept: KeptFlags): KeptFlags {
  const taken = (name: string) => {
    if (name === 'profile') return true
    if (name === 'realtime-url') return command === 'events tail' || command === 'auth login'
    if (name === 'forward-to' || name === 'secret-file') return command === 'events tail'
    if (name === 'dashboard-url') return /^sandbox (?!start)/.test(command)
    return !/^(sandbox|auth (use|logout|list))\b/.test(command)
  }
  return Object.fromEntries(Object.entries(kept).filter(([name]) => taken(name)))
}

/** No shell makes anything of these; an ellipsis stands for what the reader fills in. */
const PLAIN_WORD = /^[\w@%+=:,./\u2026-]+$/

/** A word as a POSIX shell, and PowerShell for most words, reads it back. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
