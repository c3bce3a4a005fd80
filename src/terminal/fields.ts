import { escapeControls } from '#lib/escape.ts'
import type { Paint, Style } from './style.ts'
import { displayWidth, wrap } from './width.ts'

export interface Field {
  readonly label: string
  /** Text from outside is allowed: it is escaped here. */
  readonly value: string
  readonly paint?: Paint
  /** People copy this value (a Pix code): it is never broken. If it is too long, it gets its own line. */
  readonly whole?: boolean
}

export interface FieldsOptions {
  readonly style: Style
  /** The columns of the terminal. Without it nothing is wrapped. */
  readonly columns?: number | undefined
}

// In fewer columns the text isn't wrapped beside the labels; the terminal does it.
const LEAST_ROOM = 16

/** One object for a person: fields one below the other, values aligned, long ones wrapped beside their labels, never cut. */
export function formatFields(fields: readonly Field[], { style, columns }: FieldsOptions): string {
  const labelled = fields.map(field => ({ ...field, label: escapeControls(field.label) }))
  const indent = Math.max(0, ...labelled.map(field => displayWidth(field.label))) + 2
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - indent
  return labelled
    .map(({ label, value, paint = text => text, whole = false }) => {
      const padding = ' '.repeat(indent - displayWidth(label))
      const text = escapeControls(value)
      if (displayWidth(text) <= room) return `${style.bold(label)}${padding}${paint(text)}\n`
      // Without indent, so that a copied line contains only the value. An address that fits there is not broken, either.
      const oneWord = !text.includes(' ') && columns !== undefined && displayWidth(text) <= columns
      if (whole || oneWord) return `${style.bold(label)}\n${paint(text)}\n`
      const lines = room < LEAST_ROOM ? [text] : wrap(text, room)
      return `${style.bold(label)}${padding}${lines.map(paint).join(`\n${' '.repeat(indent)}`)}\n`
    })
    .join('')
}
