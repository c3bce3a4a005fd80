/** Pictures in a terminal that has kitty's graphics protocol, iTerm2's inline images, or sixel. */

const ST = '\u001b\\'

/**
 * Kitty's query, XTVERSION, the size of a cell and of the largest sixel picture, and DA1 last. Almost every terminal
 * answers DA1, so its answer says that no other one will come.
 */
export const QUESTIONS = `\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${ST}\u001b[>q\u001b[16t\u001b[?2;1;0S\u001b[c`

const KITTY = /\u001b_G([^\u001b]*)\u001b\\/
const VERSION = /\u001bP>\|([^\u001b]*)\u001b\\/
const CELL = /\u001b\[6;(\d{1,4});(\d{1,4})t/
const LARGEST = /\u001b\[\?2;0;(\d{1,5});(\d{1,5})S/
const ATTRIBUTES = /\u001b\[\?([\d;]*)c/
/** The beginning of an answer whose end has not come. */
const BEGUN = /\u001b(?:[_P](?:[^\u001b]|\u001b$)*|\[(?:\?|6;)[\d;]*|\[)?$/

export interface Answers {
  protocol?: 'kitty' | 'iterm2' | 'sixel'
  /** The size of a character, in pixels. */
  cell?: Size
  /** The largest sixel picture, in pixels: in xterm the size of the window. */
  largest?: Size
}

interface Size {
  width: number
  height: number
}

export function isAnswered(input: string): boolean {
  return ATTRIBUTES.test(input)
}

export function readAnswers(input: string): Answers {
  const [, height = 0, width = 0] = (CELL.exec(input) ?? []).map(Number)
  const [, most = 0, highest = 0] = (LARGEST.exec(input) ?? []).map(Number)
  const sizes = {
    ...(height > 0 && width > 0 && { cell: { width, height } }),
    ...(most > 0 && highest > 0 && { largest: { width: most, height: highest } }),
  }
  const protocol = protocolOf(input)
  return protocol === undefined ? sizes : { protocol, ...sizes }
}

function protocolOf(input: string): Answers['protocol'] {
  const version = VERSION.exec(input)?.[1] ?? ''
  // Between pixctl and the terminal: tmux claims sixel whether or not the terminal behind it has it.
  if (version.startsWith('tmux')) return undefined
  if (KITTY.exec(input)?.[1] === 'i=31;OK') return 'kitty'
  if (version.startsWith('iTerm2 ')) return 'iterm2'
  const attributes = ATTRIBUTES.exec(input)?.[1]?.split(';') ?? []
  return attributes.slice(1).includes('4') ? 'sixel' : undefined
}

/** What was typed between the answers. */
export function withoutAnswers(input: string): string {
  return [KITTY, VERSION, CELL, LARGEST, ATTRIBUTES]
    .reduce((text, answer) => text.replaceAll(new RegExp(answer, 'g'), ''), input)
    .replace(BEGUN, '')
}

/** Kitty takes at most this many characters in one piece. */
const PIECE = 4096

/** A PNG, as high as `rows` rows. It gives no answer (q=2). */
export function kittyPicture(png: Buffer, rows: number): string {
  const pieces = png.toString('base64').match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? []
  return pieces
    .map((piece, index) => {
      const more = index < pieces.length - 1 ? 1 : 0
      const keys = index === 0 ? `a=T,f=100,q=2,r=${rows},m=${more}` : `q=2,m=${more}`
      return `\u001b_G${keys};${piece}${ST}`
    })
    .join('')
}

/** A PNG, as high as `rows` rows. */
export function itermPicture(png: Buffer, rows: number): string {
  const keys = `inline=1;size=${png.length};height=${rows};preserveAspectRatio=1`
  return `\u001b]1337;File=${keys}:${png.toString('base64')}\u0007`
}

/** A picture of dark and light modules, `scale` pixels each. */
export function sixelPicture(modules: readonly boolean[][], scale: number): string {
  const size = modules.length * scale
  const bands: string[] = []
  for (let top = 0; top < size; top += 6) {
    const colours = [true, false].map((dark, colour) => `#${colour}${sixelBand(modules, scale, top, dark)}`)
    bands.push(colours.join('$'))
  }
  // Colours in percent; the picture is painted whole, so there is no background.
  return `\u001bP0;1q"1;1;${size};${size}#0;2;0;0;0#1;2;100;100;100${bands.join('-')}${ST}`
}

/** Six rows of pixels: for each column a character with a bit for each pixel of this colour, the topmost is 1. */
function sixelBand(modules: readonly boolean[][], scale: number, top: number, dark: boolean): string {
  return (modules[0] ?? [])
    .map((_, x) => {
      let bits = 0
      for (let bit = 0; bit < 6; bit++) {
        const row = modules[Math.floor((top + bit) / scale)]
        if (row && row[x] === dark) bits |= 1 << bit
      }
      return `!${scale}${String.fromCharCode(63 + bits)}`
    })
    .join('')
}
