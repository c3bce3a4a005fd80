/** The text of files that people make. */

/** The UTF-16 of a text, by its byte order mark, or by the zero byte of a letter at its start; undefined if it is none. */
export function utf16Of([first = -1, second = -1]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second > 0) ? 'utf-16be' : undefined
}

/** The text of a file that a person has made: in UTF-8 or UTF-16, as PowerShell writes it. A byte order mark is removed. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(utf16Of(bytes)).decode(bytes)
}
