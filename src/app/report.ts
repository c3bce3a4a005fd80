/** An error as the user sees it: a few lines, or one line of JSON; never a stack trace. */

import type { Failure } from '../shared/failure.ts'
import { escapeControls } from '../terminal/escape.ts'
import { formatJsonLine } from '../terminal/json.ts'
import { colorEnabled, createStyle } from '../terminal/style.ts'
import { EXIT_CODES } from './exit-codes.ts'
import type { Host } from './host.ts'

/** Writes the failure to stderr and gives its exit code. */
export function report(host: Host, failure: Failure): number {
  const exitCode = EXIT_CODES[failure.category].code
  if (failure.message === failure.category) return exitCode
  const end = host.argv.indexOf('--')
  const flags = end === -1 ? host.argv : host.argv.slice(0, end)
  if (flags.includes('--json')) {
    const error = [failure.message, ...failure.next].join('; ')
    host.stderr.write(formatJsonLine({ error, exitCode, ...failure.details }))
    return exitCode
  }
  const style = createStyle({
    color: colorEnabled({
      env: host.env,
      isTTY: host.stderr.isTTY === true,
      noColorFlag: flags.includes('--no-color'),
    }),
  })
  const lines = failure.message.split('\n').map(escapeControls)
  host.stderr.write(`${style.red('error:')} ${lines.join('\n  ')}\n`)
  for (const step of failure.next) host.stderr.write(`  ${escapeControls(step)}\n`)
  return exitCode
}
