import { escapeControls } from '#lib/escape.ts'

/**
 * The control sequence that puts a text on the clipboard of the terminal (OSC 52). Null for a text with control characters,
 * which could do something where it is pasted.
 */
export function copySequence(text: string): string | null {
  if (escapeControls(text) !== text) return null
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
}
