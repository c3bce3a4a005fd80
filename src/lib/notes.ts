/** What a feature says on stderr to the one who runs it. src/cli/output/output.ts does it. */

import type { Step } from './suggestion.ts'

/** What a line of `--log-format json` has beside the words, by name. Members that are undefined are left out. */
export type Members = Readonly<Record<string, unknown>>

export interface Notes {
  /** A line for a person; nothing with --json. Only the log of a service shows the level. */
  note(text: Step, members?: Members, level?: 'info' | 'warn'): void
  /** A line for a person and for a script. */
  say(text: Step, members?: Members): void
  /** A warning for a person and for a script. */
  warn(text: Step, members?: Members): void
}

/** Notes of work that takes long. */
export interface ProgressNotes extends Notes {
  /** Whether a person reads stdout. */
  readonly human: boolean
  /** Shows how far it is, on one line of a terminal that the next call replaces. */
  status(text: string): void
  clearStatus(): void
}
