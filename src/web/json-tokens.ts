/** JSON text as tokens with line breaks, for reading. No number is read, so each stays as it was written. */

export interface Token {
  kind: 'key' | 'text' | 'number' | 'word' | 'mark'
  text: string
}

/** Deeper levels aren't indented further. */
const DEEPEST = 20

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]|-?[\d.eE+-]+|\w+/g

/** Null if the text isn't JSON. */
export function jsonTokens(text: string): Token[] | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const tokens: Token[] = []
  let depth = 0
  const mark = (text: string) => tokens.push({ kind: 'mark', text })
  // Text from outside may be very deep.
  const newLine = () => mark(`\n${'  '.repeat(Math.min(depth, DEEPEST))}`)
  let opened = false
  for (const [whole, string, colon] of text.matchAll(TOKEN)) {
    const closes = whole === '}' || whole === ']'
    if (closes) depth--
    // An empty object or list stays on its line.
    if (opened !== closes) newLine()
    opened = whole === '{' || whole === '['
    if (opened) depth++
    if (whole === ',') {
      mark(',')
      newLine()
    } else if (string) {
      tokens.push({ kind: colon ? 'key' : 'text', text: string })
      if (colon) mark(': ')
    } else tokens.push({ kind: kindOf(whole), text: whole })
  }
  return tokens
}

function kindOf(text: string): Token['kind'] {
  if (/^[{}[\],]/.test(text)) return 'mark'
  return /^[-\d]/.test(text) ? 'number' : 'word'
}
