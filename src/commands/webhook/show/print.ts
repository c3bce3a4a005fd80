/** Prints the body or the headers of a delivery alone. */

import { isUtf8 } from 'node:buffer'
import type { Output } from '#cli/output/output.ts'
import { escapeControls } from '#lib/escape.ts'
import { texts } from './texts.ts'

/** The bytes as they came. On a terminal they could contain commands for it, so there they are escaped. */
export async function printBody(out: Output, body: Buffer): Promise<void> {
  if (!out.human) return out.data(body)
  const text = body.toString('utf8')
  const lines = text.split('\n').map(escapeControls).join('\n')
  await out.data(lines.endsWith('\n') ? lines : `${lines}\n`)
  if (lines !== text || !isUtf8(body)) out.note(texts.escaped())
}

export function printHeaders(out: Output, headers: readonly (readonly [string, string])[]): Promise<void> {
  return out.data(headers.map(([name, value]) => `${escapeControls(`${name}: ${value}`)}\n`).join(''))
}
