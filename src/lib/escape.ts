/**
 * Makes text from outside safe to print. A description or an error text may contain terminal commands (ESC ...), line
 * breaks that look like another row, or bidi controls that make one amount look like another. Each of those characters
 * is printed as its JSON escape, `\u001b`, in the same form everywhere.
 */

import { once } from './once.ts'

/** For a regular expression: C0, DEL and C1; the Unicode property Bidi_Control; the line and paragraph separators. */
export const UNSAFE = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'

// Any surrogate counts as suspicious here. Without the u flag the test is several times as fast, and only text with
// emoji and similar characters needs the exact pattern.
const SUSPICIOUS = new RegExp(`[${UNSAFE}\\ud800-\\udfff]`)
// With the u flag \p{Surrogate} matches lone surrogates only, never a half of a pair. Few texts need it.
const toEscape = once(() => new RegExp(`[${UNSAFE}\\p{Surrogate}]`, 'gu'))

// What JSON.stringify doesn't escape. It escapes C0 and lone surrogates itself.
const RAW_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const ALL_RAW_IN_JSON = new RegExp(RAW_IN_JSON, 'g')

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * `text` with C0, C1, DEL, bidi controls, line and paragraph separators and lone surrogates as
 * `\uXXXX` in lower-case hex; a tab is `\u0009`, a line feed `\u000a`. Text without any of them is returned unchanged.
 * A backslash in the text stays single: the result is for reading, not for decoding.
 */
export function escapeControls(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(toEscape(), escapeCharacter) : text
}

/**
 * The output of `JSON.stringify`, with the unsafe characters that it doesn't escape escaped too: the same JSON value,
 * but safe on a terminal. Only for JSON text, which contains such characters only inside strings.
 */
export function escapeJson(jsonText: string): string {
  return RAW_IN_JSON.test(jsonText) ? jsonText.replace(ALL_RAW_IN_JSON, escapeCharacter) : jsonText
}
