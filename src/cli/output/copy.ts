/** `--copy`: puts the Pix code on the clipboard of the terminal, by OSC 52. */

import { boolean } from '@oclif/core/flags'
import { escapeControls } from '#lib/escape.ts'
import { Failure } from '#lib/failure.ts'
import type { Host } from '../host/host.ts'
import type { Output } from './output.ts'
import { texts } from './texts.ts'

export const copyFlag = boolean({ description: texts.copy() })

/** xterm reads about this much. A Pix code has a few hundred characters. */
const MOST_BYTES = 50_000

/** Checks the flag before anything is sent. Failure (usage) if there is no terminal with a clipboard. */
export function checkCopy(host: Pick<Host, 'env' | 'stdout' | 'stderr'>, copy: boolean | undefined): void {
  if (!copy || canCopy(host)) return
  throw new Failure('usage', texts.copyNeedsTerminal, { next: texts.leaveCopyOut })
}

export function canCopy({ env, stdout, stderr }: Pick<Host, 'env' | 'stdout' | 'stderr'>): boolean {
  return (stdout.isTTY === true || stderr.isTTY === true) && env.TERM !== 'dumb'
}

/** Sends the Pix code to the clipboard. Whether the terminal takes it can't be known. */
export function copyPixCode(out: Output, pixCode: string): void {
  if (escapeControls(pixCode) !== pixCode || Buffer.byteLength(pixCode) > MOST_BYTES) {
    out.warn(() => texts.notCopied())
    return
  }
  out.control(`\u001b]52;c;${Buffer.from(pixCode).toString('base64')}\u0007`)
  out.note(texts.copied())
}
