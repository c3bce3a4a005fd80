import { escapeControls } from '#lib/escape.ts'

/**
 * The control sequence that puts a text on the clipboard of the terminal (OSC 52). Null for a text with control characters,
 * which could do something where it is pasted. tmux takes it with `set-clipboard on`, and hands it on as it is, wrapped, with
 * `allow-passthrough on`; otherwise it drops it.
 */
export function copySequence(text: string, { TMUX }: { TMUX?: string | undefined }): string | null {
  if (escapeControls(text) !== text) return null
  const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
  return TMUX ? `${sequence}\u001bPtmux;\u001b${sequence}\u001b\\` : sequence
}
