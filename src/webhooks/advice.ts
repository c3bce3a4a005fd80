/** What each hint means and what to change. */

import type { Hint } from './diagnose.ts'

export interface Advice {
  cause: string
  /** Lines that fit in 80 columns. */
  change: readonly string[]
  /** Where to look if pixctl itself received it, and so verified the bytes as they came; in sentences. */
  sender: string
}

const REWRITTEN =
  'Between signing and here the body was parsed and written again: by the sender itself, a proxy, a tunnel or a test tool. The bytes that are signed must be the bytes that are sent.'

const RAW_BYTES = [
  'verify the bytes as received, before any JSON parser or decoder',
  'Express: express.raw() - Flask: request.get_data() - Laravel: getContent()',
]

export const ADVICE: Readonly<Record<Hint, Advice>> = {
  utf16: {
    cause: 'the body was saved as UTF-16, but what was signed is UTF-8',
    change: ['save the bytes as they came; the > of Windows PowerShell writes UTF-16'],
    sender: 'The tool that sent it read the body from a UTF-16 file. Save that file as UTF-8.',
  },
  latin1: {
    cause: 'the body was read or saved as Latin-1, not as UTF-8',
    change: ['handle the body as bytes, or read and write it as UTF-8'],
    sender: 'Sign and send the body as UTF-8 bytes.',
  },
  base64_body: {
    cause: 'the body is base64, but what was signed is the decoded body',
    change: ['decode the body first; on AWS, isBase64Encoded says whether to'],
    sender: 'Something on the way encoded the body: send it decoded.',
  },
  quoted_json: {
    cause: 'the body is a JSON string, and what was signed is its content',
    change: ['parse that string once, and verify the text in it'],
    sender: 'The sender wrote the JSON twice. Send the text that was signed.',
  },
  trailing_newline: {
    cause: 'a line break at the end was added or lost after signing',
    change: ['save and send the exact bytes: printf %s or curl --data-binary, not echo'],
    sender:
      'If you sent it by hand: echo adds a line break and curl -d @FILE drops it; curl --data-binary @FILE sends the bytes as they are.',
  },
  line_endings: {
    cause: 'line endings were changed between LF and CRLF after signing',
    change: ['handle the body as bytes, never in text mode'],
    sender:
      'Something on the way handled the body as text. If you sent it by hand, use curl --data-binary @FILE.',
  },
  byte_order_mark: {
    cause: 'a byte order mark was added or lost after signing',
    change: ['save the body as UTF-8 exactly as it came'],
    sender:
      'The tool that sent it read the body from a file with a byte order mark. Save the file without it.',
  },
  reserialized_json: {
    cause: 'the JSON was parsed and written again after signing',
    change: RAW_BYTES,
    sender: REWRITTEN,
  },
  unicode_escapes: {
    cause: 'characters were changed to or from \\u escapes after signing',
    change: RAW_BYTES,
    sender: REWRITTEN,
  },
  secret_prefix: {
    cause: 'it was signed with the secret without its whsec_ prefix',
    change: ['sign with the whole secret, whsec_ included'],
    sender: 'The sender must sign with the whole secret, whsec_ included.',
  },
  secret_base64: {
    cause: 'it was signed with the text after whsec_ decoded from base64',
    change: ['sign with the text of the secret, not decoded'],
    sender: 'The sender must sign with the text of the secret, without decoding it.',
  },
  body_only: {
    cause: 'only the body was signed, without the timestamp',
    change: ['sign <timestamp>.<raw body>, with the timestamp exactly as in t='],
    sender: 'The sender must sign the text <timestamp>.<raw body>, with the timestamp exactly as in t=.',
  },
}

/** What was tried without success. */
export const TRIED: readonly string[] = [
  'no change to encoding, line endings, byte order mark or JSON makes it match',
  'nor does the secret without whsec_ or decoded, nor signing the body alone',
]
