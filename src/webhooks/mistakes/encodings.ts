/** Undoes what a body may have become on its way: another character encoding, base64, a JSON string. */

type EncodingHint = 'utf16' | 'latin1' | 'base64_body' | 'quoted_json'

export interface Reading {
  hints: readonly EncodingHint[]
  bytes: Buffer
}

const MAX_ENCODINGS = 2

/** What is undone; it gives nothing if the bytes can't be the result of it. */
const UNDO: readonly (readonly [EncodingHint, (bytes: Buffer) => Buffer[]])[] = [
  ['utf16', fromUtf16],
  ['latin1', fromLatin1],
  ['base64_body', fromBase64],
  ['quoted_json', fromJsonString],
]

/** The body as given, then every reading with one change undone, then with two. */
export function* readings(body: Uint8Array): Generator<Reading> {
  const found: Reading[] = [{ hints: [], bytes: Buffer.from(body) }]
  // The loop also reads what it adds.
  for (const reading of found) {
    yield reading
    const { hints, bytes } = reading
    if (hints.length === MAX_ENCODINGS) continue
    for (const [hint, undo] of UNDO) {
      if (hints.includes(hint)) continue
      for (const each of undo(bytes)) found.push({ hints: [...hints, hint], bytes: each })
    }
  }
}

/** The bytes as text, if they are UTF-8; a byte order mark stays. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function fromUtf16(bytes: Buffer): Buffer[] {
  if (bytes.length === 0 || bytes.length % 2 !== 0) return []
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return [utf16ToUtf8(bytes.subarray(2))]
  if (first === 0xfe && second === 0xff) return [utf16ToUtf8(Buffer.from(bytes.subarray(2)).swap16())]
  // Without a mark, the zeros of ASCII characters show it.
  return bytes.includes(0) ? [utf16ToUtf8(bytes), utf16ToUtf8(Buffer.from(bytes).swap16())] : []
}

const utf16ToUtf8 = (bytes: Buffer) => Buffer.from(bytes.toString('utf16le'))

/** The characters of Windows-1252 for the bytes 0x80 to 0x9f; five are not assigned. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const MARK = '\ufeff'

/** Either the body was saved as Latin-1 (or Windows-1252), or its UTF-8 was read as if it were. */
function fromLatin1(bytes: Buffer): Buffer[] {
  const text = utf8Text(bytes)
  if (text !== null) return readAsLatin1(text)
  const saved = bytes.toString('latin1')
  const windows = saved.replace(/[\x80-\x9f]/g, each => WINDOWS[each.charCodeAt(0) - 0x80]!)
  return [...new Set([saved, windows])].map(each => Buffer.from(each))
}

/** The bytes that became this text. */
function readAsLatin1(text: string): Buffer[] {
  if (/^[\0-\x7f]*$/.test(text)) return []
  // A mark was added when the wrong text was saved.
  const [mark, rest] = text.startsWith(MARK) ? [MARK, text.slice(1)] : ['', text]
  const latin1 = rest.replace(/[^\0-\xff]/g, each => {
    const place = WINDOWS.indexOf(each)
    return place === -1 ? each : String.fromCharCode(0x80 + place)
  })
  if (/[^\0-\xff]/.test(latin1)) return []
  return [Buffer.concat([Buffer.from(mark), Buffer.from(latin1, 'latin1')])]
}

function fromBase64(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1').replace(/\s+/g, '')
  return /^[\w+/-]+={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : []
}

function fromJsonString(bytes: Buffer): Buffer[] {
  const text = bytes.toString().trim()
  if (!text.startsWith('"')) return []
  try {
    return [Buffer.from(JSON.parse(text))]
  } catch {
    return []
  }
}
