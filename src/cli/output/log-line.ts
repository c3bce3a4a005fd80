/** The lines on stderr as JSON, for programs that collect logs: `--log-format json`. */

import { type Clock, isoNow } from '#lib/clock.ts'
import { formatJsonLine } from '#lib/json.ts'
import type { Members } from '#lib/notes.ts'
import { beforePlain, flagValue } from './hints.ts'

export type Level = 'debug' | 'info' | 'warn' | 'error'

/** A line of JSON: the time, the level and the message come first. */
export function logLine(clock: Clock, level: Level, message: string, members: Members = {}): string {
  return formatJsonLine({ time: isoNow(clock), level, message, ...members })
}

/** Whether the arguments ask for it. An error may come before the flags are parsed. */
export function asksForJsonLog(argv: readonly string[]): boolean {
  return flagValue(beforePlain(argv), '--log-format', undefined) === 'json'
}
