/** The lines on stderr as JSON, for programs that collect logs: `--log-format json`. */

import { type Clock, isoNow } from '#lib/clock.ts'
import { formatJsonLine } from '#lib/json.ts'
import type { Members } from '#lib/notes.ts'
import { flagValue } from './hints.ts'

export type Level = 'debug' | 'info' | 'warn' | 'error'

/** A line of JSON: the time, the level and the message come first. */
export function logLine(clock: Clock, level: Level, message: string, members: Members = {}): string {
  return formatJsonLine({ time: isoNow(clock), level, message, ...members })
}

/** Whether the arguments ask for it. An error may come before the flags are parsed. */
export function asksForJsonLog(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return flagValue(end === -1 ? argv : argv.slice(0, end), '--log-format', undefined) === 'json'
}
