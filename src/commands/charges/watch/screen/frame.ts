/** What the window shows. */

import { type Drawn, detailLines } from './detail.ts'
import { type Frame, type Look, listFrame } from './list.ts'
import type { State } from './state.ts'

/** @param drawn the QR code that fits the window; null if there is none */
export function frame(state: State, window: Look, drawn: Drawn | null): Frame {
  // A line that is as wide as the window would make some terminals wrap.
  const look = { ...window, columns: Math.max(1, window.columns - 1) }
  const isDetail = state.view.kind === 'charge' || state.view.kind === 'creation'
  const { lines, cursor } = isDetail
    ? { lines: detailLines(state, look, drawn), cursor: null }
    : listFrame(state, look)
  const isVisible = cursor !== null && cursor.row < window.rows
  return { lines: lines.slice(0, window.rows), cursor: isVisible ? cursor : null }
}
