/** Colour, as plain ANSI codes around a text, or none at all. */

/** Puts a text between the codes of one style; without colour it gives the text back as it is. */
export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** The styles of one output stream: all of them leave the text alone when `color` is false. */
export function createStyle({ color }: { color: boolean }): Style {
  const paint = (on: number, off: number): Paint =>
    color ? text => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`) : text => text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}

export interface ColorQuestion {
  env: Readonly<Record<string, string | undefined>>
  /** Whether the stream that is to be coloured is a terminal. */
  isTTY: boolean
  /** Whether `--no-color` was given. */
  noColorFlag: boolean
}

/** Whether what stands on a line can be cleared: not in a file, nor on a terminal that knows no commands. */
export function canClearLine({ env, isTTY }: Pick<ColorQuestion, 'env' | 'isTTY'>): boolean {
  return isTTY && env.TERM !== 'dumb'
}

/** Clears the line that the cursor is on. */
export const CLEAR_LINE = '\r\u001b[2K'

/**
 * Whether a stream is coloured. The first that says anything decides: `--no-color`; `FORCE_COLOR`
 * (`0` and `false` force it off, other values on, a pipe included); `NO_COLOR`; `TERM=dumb`; whether
 * it is a terminal. An empty variable is an unset one. FORCE_COLOR goes before NO_COLOR as in Node
 * and gh: it is the one set for a single run.
 */
export function colorEnabled({ env, isTTY, noColorFlag }: ColorQuestion): boolean {
  if (noColorFlag) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR) return false
  if (env.TERM === 'dumb') return false
  return isTTY
}
