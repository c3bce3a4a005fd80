import { escapeControls } from '#lib/escape.ts'

/** xterm reads about this much. A Pix code has a few hundred characters. */
const MOST_BYTES = 50_000

/**
 * The control sequence that puts a text on the clipboard of the terminal (OSC 52). Null for a text with control characters, which
 * could do something where it is pasted, and for one that is too long.
 */
export function copySequence(text: string): string | null {
  if (escapeControls(text) !== text || Buffer.byteLength(text) > MOST_BYTES) return null
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
}
