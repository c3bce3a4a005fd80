/** `--copy`: puts the Pix code on the clipboard of the terminal, by OSC 52. */

import { boolean } from '@oclif/core/flags'
import { escapeControls } from '../../shared/escape.ts'
import { Failure } from '../../shared/failure.ts'
import type { Host } from '../host/host.ts'
import type { Output } from './output.ts'

export const copyFlag = boolean({ description: "put the Pix code on the terminal's clipboard (OSC 52)" })

/** xterm reads about this much. A Pix code has a few hundred characters. */
const MOST_BYTES = 50_000

/** Checks the flag before anything is sent. Failure (usage) if there is no terminal with a clipboard. */
export function checkCopy(host: Pick<Host, 'env' | 'stdout' | 'stderr'>, copy: boolean | undefined): void {
  if (!copy || canCopy(host)) return
  throw new Failure('usage', '--copy needs a terminal on stdout or stderr, and not one of TERM=dumb', {
    next: 'leave --copy out: the Pix code is in the output, or with -q in that of charges get',
  })
}

export function canCopy({ env, stdout, stderr }: Pick<Host, 'env' | 'stdout' | 'stderr'>): boolean {
  return (stdout.isTTY === true || stderr.isTTY === true) && env.TERM !== 'dumb'
}

/** Sends the Pix code to the clipboard. Whether the terminal takes it can't be known. */
export function copyPixCode(out: Output, pixCode: string): void {
  if (escapeControls(pixCode) !== pixCode || Buffer.byteLength(pixCode) > MOST_BYTES) {
    out.warn('the Pix code was not copied: it has control characters, or is too long')
    return
  }
  out.control(`\u001b]52;c;${Buffer.from(pixCode).toString('base64')}\u0007`)
  out.note("Pix code sent to the terminal's clipboard (not every terminal accepts it)")
}
