/** Text of a manual page: every character that roff would read as its own is escaped. */

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
}

/** A line of text. One that began with a dot or a quote would be a request. */
export function roff(text: string): string {
  const escaped = text.replaceAll(
    /[\\'`^~-]|[^\x20-\x7e]/gu,
    character =>
      ESCAPED[character] ?? `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  )
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped
}

export function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`
}

export function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`
}

export function heading(text: string): string {
  return `.SH ${quoted(text)}`
}

/** An argument of a request. */
export function quoted(text: string): string {
  return `"${roff(text).replaceAll('"', '\\(dq')}"`
}

/** Paragraphs; lines that begin with `- ` are points of a list. */
export function paragraphs(text: string): string[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => (line.startsWith('- ') ? ['.IP \\(bu 2', roff(line.slice(2))] : ['.PP', roff(line)]))
}

/** Names with what they mean. The names are escaped already. */
export function list(entries: readonly (readonly [name: string, text: string])[]): string[] {
  return entries.flatMap(([name, text]) => ['.TP', name, roff(text)])
}

/** Lines that stay as they are, such as commands. */
export function verbatim(lines: readonly string[]): string[] {
  return ['.PP', '.RS', '.nf', ...lines.map(roff), '.fi', '.RE']
}
