/** Frames of a terminal as a picture that moves, without a script: each frame is visible for its time. */

import type { Cell, Frame } from './session.ts'

const CELL = { width: 8.4, height: 18 }
const MARGIN = { x: 20, top: 48, bottom: 16 }

export interface Theme {
  background: string
  text: string
  dim: string
  /** The first 8 colours of a terminal, then their bright ones. */
  palette: readonly string[]
}

export const THEMES: Record<'light' | 'dark', Theme> = {
  dark: {
    background: '#0d1117',
    text: '#e6edf3',
    dim: '#9198a1',
    palette: ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  },
  light: {
    background: '#ffffff',
    text: '#1f2328',
    dim: '#59636e',
    palette: ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#59636e'],
  },
}

/** @param label what the picture shows, for those who can't see it */
export function svg(frames: readonly Frame[], endMs: number, theme: Theme, label: string): string {
  const [{ rows: screen } = { rows: [] }] = frames
  const width = Math.ceil((screen[0]?.length ?? 0) * CELL.width + 2 * MARGIN.x)
  const height = screen.length * CELL.height + MARGIN.top + MARGIN.bottom
  const rows = new Map<string, string>()
  const groups = frames.map(({ atMs, rows: cells }, index) => {
    const from = percent(index === 0 ? 0 : atMs, endMs)
    const to = percent(frames[index + 1]?.atMs ?? endMs, endMs)
    const uses = cells.flatMap((row, y) => {
      const drawn = drawRow(row, theme)
      if (drawn === '') return []
      if (!rows.has(drawn)) rows.set(drawn, `r${rows.size}`)
      return [`<use href="#${rows.get(drawn)}" y="${MARGIN.top + y * CELL.height}"/>`]
    })
    const isLast = index === frames.length - 1
    return {
      css: isLast
        ? `@keyframes f${index}{0%{opacity:0}${from}%,100%{opacity:1}}`
        : `@keyframes f${index}{${from === 0 ? '' : '0%{opacity:0}'}${from}%{opacity:1}${to}%,100%{opacity:0}}`,
      name: `f${index}`,
      isLast,
      body: uses.join(''),
    }
  })
  const style = groups.map(({ css, name }) => `${css}#${name}{animation-name:${name}}`).join('')
  const still = '@media (prefers-reduced-motion){g.f{animation:none}g.last{opacity:1}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" shape-rendering="crispEdges" aria-label="${escaped(label)}">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:${theme.text};white-space:pre}.d{fill:${theme.dim}}.b{font-weight:bold}g.f{opacity:0;animation:${(endMs / 1000).toFixed(1)}s step-end infinite}${style}${still}</style>
<rect width="${width}" height="${height}" rx="8" fill="${theme.background}" stroke="${theme.dim}" stroke-opacity="0.4"/>
<g fill="${theme.dim}" shape-rendering="auto"><circle cx="24" cy="24" r="6"/><circle cx="44" cy="24" r="6"/><circle cx="64" cy="24" r="6"/></g>
<defs>${[...rows].map(([drawn, id]) => `<g id="${id}">${drawn}</g>`).join('\n')}</defs>
${groups.map(({ name, isLast, body }) => `<g class="f${isLast ? ' last' : ''}" id="${name}">${body}</g>`).join('\n')}
</svg>
`
}

function percent(atMs: number, endMs: number): number {
  return Number(((atMs / endMs) * 100).toFixed(3))
}

/** A row as texts, one for each run of cells that look the same. Block characters are drawn, so that no gap is between them. */
function drawRow(row: readonly Cell[], theme: Theme): string {
  let drawn = ''
  // By colour, what is filled with it: backgrounds first, because blocks are on them.
  const paths = new Map<string, string>()
  const fill = (color: string, [top, bottom]: readonly [number, number], x: number) => {
    const box = `M${at(x)} ${top * CELL.height}h${CELL.width}v${(bottom - top) * CELL.height}h-${CELL.width}z`
    paths.set(color, `${paths.get(color) ?? ''}${box}`)
  }
  for (const [x, { background }] of row.entries())
    if (background !== undefined) fill(colorOf(background, theme), [0, 1], x)
  const grounds = filled(paths)
  paths.clear()
  for (let x = 0; x < row.length; ) {
    const cell = row[x]!
    const half = BLOCKS[cell.text]
    if (half !== undefined) {
      fill(cell.color === undefined ? theme.text : colorOf(cell.color, theme), half, x)
      x++
      continue
    }
    let text = ''
    const start = x
    while (x < row.length && BLOCKS[row[x]!.text] === undefined && looksAs(row[x]!, cell))
      text += row[x++]!.text
    if (text.trim() === '') continue
    const classes = [cell.isBold && 'b', cell.isDim && 'd'].filter(Boolean).join(' ')
    const color = cell.color === undefined ? '' : ` style="fill:${colorOf(cell.color, theme)}"`
    const left = start + (text.length - text.trimStart().length)
    const shown = text.trim()
    drawn += `<text x="${at(left)}" y="13"${classes && ` class="${classes}"`}${color} textLength="${(shown.length * CELL.width).toFixed(1)}">${escaped(shown)}</text>`
  }
  return grounds + drawn + filled(paths)
}

function filled(paths: ReadonlyMap<string, string>): string {
  return [...paths].map(([color, path]) => `<path fill="${color}" d="${path}"/>`).join('')
}

/** Black and white are what they are in every theme: a QR code is read by a camera. */
function colorOf(index: number, { palette }: Theme): string {
  if (index === 0 || index === 16) return '#000000'
  if (index === 15 || index === 231) return '#ffffff'
  return palette[index % 8]!
}

function at(x: number): string {
  return (MARGIN.x + x * CELL.width).toFixed(1)
}

function looksAs(one: Cell, other: Cell): boolean {
  return (
    one.color === other.color &&
    one.background === other.background &&
    one.isBold === other.isBold &&
    one.isDim === other.isDim
  )
}

/** Where a block character is filled, from the top of its cell (0) to the bottom (1). */
const BLOCKS: Readonly<Record<string, readonly [top: number, bottom: number]>> = {
  '█': [0, 1],
  '▀': [0, 0.5],
  '▄': [0.5, 1],
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
