/** Colours: ANSI codes around a text. */

/** Puts a text between the codes of one style; without colour it returns the text unchanged. */
export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
  /** For large letters: as readable on white as on black, which the other colours aren't. */
  readonly largeGreen: Paint
  readonly largeRed: Paint
  readonly largeOrange: Paint
}

/** The styles of one output stream. If `color` is false, none of them changes the text. */
export function createStyle({ color }: { color: boolean }): Style {
  const paint = (on: number | string, off: number): Paint =>
    color ? text => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`) : text => text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
    largeGreen: paint('38;5;28', 39),
    largeRed: paint('38;5;160', 39),
    largeOrange: paint('38;5;130', 39),
  }
}

export interface ColorQuestion {
  env: Readonly<Record<string, string | undefined>>
  isTTY: boolean
  noColorFlag: boolean
}

/** Whether a printed line can be cleared again: not in a file, nor on a terminal without control codes. */
export function canClearLine({ env, isTTY }: Pick<ColorQuestion, 'env' | 'isTTY'>): boolean {
  return isTTY && env.TERM !== 'dumb'
}

export const CLEAR_LINE = '\r\u001b[2K'

/**
 * Whether a stream is coloured. The first of these that is set decides: `--no-color`; `FORCE_COLOR` (`0` and `false`
 * mean no, any other value means yes, also in a pipe); `NO_COLOR`; `TERM=dumb`; whether it is a terminal. An empty
 * variable counts as unset. FORCE_COLOR has priority over NO_COLOR, as in Node and gh, because it is usually set for a
 * single run.
 */
export function colorEnabled({ env, isTTY, noColorFlag }: ColorQuestion): boolean {
  if (noColorFlag) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR) return false
  if (env.TERM === 'dumb') return false
  return isTTY
}
