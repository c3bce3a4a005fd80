/**
 * A body as text that a page shows and a browser sends back, and the body again with what a person changed. A browser
 * sends every line break as CR LF, and the pages show characters that can't be seen as `\uXXXX`.
 */

import { escapeControls, UNSAFE } from '#lib/escape.ts'

/** What is shown as something else. */
const SPECIAL = new RegExp(`\\r\\n?|(?![\\n\\t])[${UNSAFE}]`, 'g')

/** CR LF and CR become LF; characters that can't be seen become `\uXXXX`. */
export function shownText(body: string): string {
  return body.replace(SPECIAL, shownAs)
}

function shownAs(special: string): string {
  return special.startsWith('\r') ? '\n' : escapeControls(special)
}

/**
 * The body with the changes that turned {@link shownText} into `edited`. What is before the first change and after the
 * last one stays as it is in the body, and if all its line breaks are CR LF, the new ones are too.
 */
export function withEdits(body: string, edited: string): string {
  const text = edited.replace(/\r\n?/g, '\n')
  const shown = shownText(body)
  if (shown === text || shown === body) return shown === text ? body : text
  const most = Math.min(text.length, shown.length)
  let before = 0
  while (before < most && text[before] === shown[before]) before++
  let after = 0
  while (after < most - before && text.at(-1 - after) === shown.at(-1 - after)) after++
  const first = placeIn(body, before, 'before')
  const last = placeIn(body, shown.length - after, 'behind')
  const changed = text.slice(first.shown, text.length - (shown.length - last.shown))
  const isCrLf = !/(?:^|[^\r])\n|\r(?!\n)/.test(body)
  const written = isCrLf ? changed.replaceAll('\n', '\r\n') : changed
  return body.slice(0, first.inBody) + written + body.slice(last.inBody)
}

/** The place in the body of a place in its shown text; inside of what one character became, before or behind that. */
function placeIn(body: string, offset: number, side: 'before' | 'behind'): { inBody: number; shown: number } {
  /** How much longer the shown text is than the body, up to here. */
  let longer = 0
  for (const { index, 0: special } of body.matchAll(SPECIAL)) {
    const start = index + longer
    if (start >= offset) break
    const end = start + shownAs(special).length
    if (end > offset) {
      const shown = side === 'before' ? start : end
      return { inBody: side === 'before' ? index : index + special.length, shown }
    }
    longer = end - (index + special.length)
  }
  return { inBody: offset - longer, shown: offset }
}
