/** An error as the user sees it: a few lines, or one line of JSON; never a stack trace. */

import { maskSecrets } from '../credentials/mask.ts'
import type { Failure } from '../shared/failure.ts'
import { escapeControls } from '../terminal/escape.ts'
import { formatJsonLine } from '../terminal/json.ts'
import { colorEnabled, createStyle } from '../terminal/style.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { hint } from './hints.ts'
import type { Host } from './host.ts'

/** Writes the failure to stderr and gives its exit code. */
export function report(host: Host, failure: Failure): number {
  const exitCode = EXIT_CODES[failure.category].code
  const next = failure.next.map(step => hint(step, host.argv))
  // What was going on when it failed may still stand on the last line.
  if (host.stderr.isTTY === true) host.stderr.write('\r\u001b[2K')
  if (failure.message === failure.category) return exitCode
  const end = host.argv.indexOf('--')
  const flags = end === -1 ? host.argv : host.argv.slice(0, end)
  if (flags.includes('--json')) {
    const error = [failure.message, ...next].join('; ')
    host.stderr.write(formatJsonLine({ error: maskSecrets(error), exitCode, ...failure.details }))
    return exitCode
  }
  const style = createStyle({
    color: colorEnabled({
      env: host.env,
      isTTY: host.stderr.isTTY === true,
      noColorFlag: flags.includes('--no-color'),
    }),
  })
  // A secret may stand where it doesn't belong: in an argument, or in what the service says.
  const shown = (text: string) => escapeControls(maskSecrets(text))
  const lines = failure.message.split('\n').map(shown)
  host.stderr.write(`${style.red('error:')} ${lines.join('\n  ')}\n`)
  for (const step of next) host.stderr.write(`  ${shown(step)}\n`)
  return exitCode
}
