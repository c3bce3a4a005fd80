/** How an error is shown: a few lines, or one line of JSON. Only --debug shows the stack trace of a fault. */

import { escapeControls } from '#lib/escape.ts'
import { AlreadyReported, Failure, faultOf, oneLine, Stopped } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import { maskSecrets } from '#lib/secret.ts'
import { askDoctor } from '#lib/suggestion.ts'
import { CLEAR_LINE, canClearLine, colorEnabled, createStyle, type Style } from '#terminal/style.ts'
import { displayWidth, wrapWords } from '#terminal/width.ts'
import type { Host } from '../host/host.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { asksForJsonLog, beforePlain, hint, hintLines } from './hints.ts'
import { logLine } from './output.ts'
import { texts } from './texts.ts'
import { toJsonLine } from './typed-json.ts'

/** Before each line below the message, and before what is left of one that is too long. */
const INDENT = '  '
const CONTINUED = '    '
/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13

/** Writes the failure to stderr and returns its exit code. */
export function report(host: Host, failure: Failure): number {
  const exitCode = EXIT_CODES[failure.category]
  // The last status line may still be on the screen.
  const isTTY = host.stderr.isTTY === true
  const logsJson = asksForJsonLog(host.argv)
  const flags = beforePlain(host.argv)
  const isJson = flags.includes('--json')
  if (!logsJson && !isJson && canClearLine({ env: host.env, isTTY })) host.stderr.write(CLEAR_LINE)
  if (failure instanceof AlreadyReported || (failure instanceof Stopped && !failure.hasWords)) return exitCode
  if (flags.includes('--debug')) {
    for (const line of stackOf(failure)) {
      const masked = maskSecrets(line)
      if (logsJson) host.stderr.write(logLine(host.clock, 'debug', masked))
      else host.stderr.write(isJson ? toJsonLine<'note'>({ note: masked }) : `${escapeControls(masked)}\n`)
    }
  }
  const next = () => failure.next.map(step => hint(step, host))
  if (isJson) {
    const error = oneLine(failure.message, ...failure.lines, ...inLanguage('en', next))
    host.stderr.write(toJsonLine<'error'>({ error: maskSecrets(error), exitCode, ...failure.details }))
    return exitCode
  }
  if (logsJson) {
    const message = maskSecrets(oneLine(failure.message, ...failure.lines))
    const members = {
      exitCode,
      ...failure.details,
      next: inLanguage('en', next).map(step => maskSecrets(step)),
    }
    host.stderr.write(logLine(host.clock, 'error', message, members))
    return exitCode
  }
  const color = colorEnabled({ env: host.env, isTTY, noColorFlag: flags.includes('--no-color') })
  writeForPerson(host, failure, createStyle({ color }))
  return exitCode
}

function writeForPerson(host: Host, failure: Failure, style: Style): void {
  const { stderr } = host
  const columns = stderr.isTTY ? stderr.columns || 80 : Number.POSITIVE_INFINITY
  const label = failure instanceof Stopped ? '' : texts.error()
  const head = wrapWords(`${label} ${shown(failure.localized)}`.trimStart(), columns).join('\n')
  stderr.write(`${style.red(label)}${head.slice(label.length)}\n`)
  const room = columns - CONTINUED.length
  for (const step of [...failure.localizedLines, ...failure.next]) {
    const [first, ...rest] = hintLines(step, host, room).map(line => maskSecrets(line))
    // A command that is too long begins at the left: the terminal breaks it, and what is copied is only the command.
    const below = rest.map(line => `\n${displayWidth(line) > room ? '' : CONTINUED}${line}`)
    stderr.write(`${INDENT}${first}${below.join('')}\n`)
  }
}

/** A secret may be in the wrong place: in an argument, or in an answer of the service. */
function shown(text: string): string {
  return escapeControls(maskSecrets(text))
}

/** The stack trace of an error that wasn't thrown on purpose, in lines; empty if there is no such error. */
function stackOf(failure: Failure): string[] {
  let cause: unknown = failure
  while (cause instanceof Failure) cause = cause.cause
  return cause instanceof Error ? (cause.stack ?? '').split('\n') : []
}

/** Turns any error into a Failure. Those that aren't one are faults of this machine or of pixctl. */
export function asFailure(error: unknown): Failure {
  // oclif adds text around the message of a flag's parser.
  if (error instanceof Failure) return error.message.startsWith('Parsing --') ? error.with({}) : error
  const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ENOSPC' || errcode === SQLITE_FULL)
    return new Failure('fault', () => texts.diskFull(message), { next: texts.freeSpace, cause: error })
  const fault = faultOf(error)
  return errcode === undefined ? fault : fault.with({ next: askDoctor(), cause: error })
}
