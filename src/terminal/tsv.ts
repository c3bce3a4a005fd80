/** Prints tab-separated values, for scripts: the output if stdout isn't a terminal. */

import { escapeControls, escapeJson } from '#lib/escape.ts'
import { isRawJson } from '#lib/json.ts'

/**
 * One value as a TSV cell. Null and undefined are empty. Text is escaped, so it contains no tab and no line break. A
 * list of simple values is joined by commas, any other object is compact JSON, and a number that `parseLossless` kept
 * has all its digits.
 */
export function tsvValue(value: unknown): string {
  if (typeof value === 'string') return escapeControls(value)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value) && value.every(isPlain)) return value.map(tsvValue).join(',')
  return escapeJson(JSON.stringify(value))
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || isRawJson(value)
}

/** One row, ending with a line feed. */
export function tsvRow(cells: readonly unknown[]): string {
  return `${cells.map(tsvValue).join('\t')}\n`
}

/** One object as `name<TAB>value` lines, in the order given. */
export function tsvFields(fields: Iterable<readonly [name: string, value: unknown]>): string {
  let lines = ''
  for (const [name, value] of fields) lines += `${escapeControls(name)}\t${tsvValue(value)}\n`
  return lines
}
