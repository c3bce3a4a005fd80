/** An error as the user sees it: a few lines, or one line of JSON; a stack trace only of a fault, under --debug. */

import { maskSecrets } from '../../credentials/mask.ts'
import { Failure, oneLine } from '../../shared/failure.ts'
import { escapeControls } from '../../terminal/escape.ts'
import { formatJsonLine } from '../../terminal/json.ts'
import { CLEAR_LINE, canClearLine, colorEnabled, createStyle } from '../../terminal/style.ts'
import type { Host } from '../host/host.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { hint } from './hints.ts'

/** Writes the failure to stderr and gives its exit code. */
export function report(host: Host, failure: Failure): number {
  const exitCode = EXIT_CODES[failure.category].code
  const next = failure.next.map(step => hint(step, host.argv))
  // What was going on when it failed may still stand on the last line.
  const isTTY = host.stderr.isTTY === true
  if (canClearLine({ env: host.env, isTTY })) host.stderr.write(CLEAR_LINE)
  if (failure.message === failure.category) return exitCode
  const end = host.argv.indexOf('--')
  const flags = end === -1 ? host.argv : host.argv.slice(0, end)
  // A secret may stand where it doesn't belong: in an argument, or in what the service says.
  const shown = (text: string) => escapeControls(maskSecrets(text))
  if (flags.includes('--debug')) {
    for (const line of stackOf(failure)) host.stderr.write(`${shown(line)}\n`)
  }
  if (flags.includes('--json')) {
    const error = oneLine(failure.message, ...failure.lines, ...next)
    host.stderr.write(formatJsonLine({ error: maskSecrets(error), exitCode, ...failure.details }))
    return exitCode
  }
  const style = createStyle({
    color: colorEnabled({
      env: host.env,
      isTTY,
      noColorFlag: flags.includes('--no-color'),
    }),
  })
  host.stderr.write(`${style.red('error:')} ${shown(failure.message)}\n`)
  for (const line of [...failure.lines, ...next]) host.stderr.write(`  ${shown(line)}\n`)
  return exitCode
}

/** The stack of what wasn't thrown on purpose, a line each; nothing where all of it was. */
function stackOf(failure: Failure): string[] {
  let cause: unknown = failure
  while (cause instanceof Failure) cause = cause.cause
  return cause instanceof Error ? (cause.stack ?? '').split('\n') : []
}
