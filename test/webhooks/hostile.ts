/** Bodies of a mebibyte, made so that what takes more than linear time over one would not end. */

const MIB = 1024 * 1024

export const HOSTILE: [name: string, body: string][] = [
  ['arrays in arrays', '['.repeat(MIB / 2) + ']'.repeat(MIB / 2)],
  ['objects in objects', `${'{"a":'.repeat(MIB / 8)}1${'}'.repeat(MIB / 8)}`],
  ['deep and long', `${'['.repeat(100)}${'1,'.repeat(MIB / 2)}1${']'.repeat(100)}`],
  ['a number of a million digits', `{"amount":${'9'.repeat(MIB)}}`],
  ['a million decimals', `{"amount":0.${'0'.repeat(MIB)}1}`],
  ['huge exponents', `[${'1e999999999,'.repeat(MIB / 16)}1]`],
  ['slashes', `"${'/'.repeat(MIB)}"`],
  ['backslashes', `"${'\\\\'.repeat(MIB / 2)}"`],
  ['a string without its end', `"${'\\'.repeat(MIB + 1)}`],
  ['white space', `{"amount"${' '.repeat(MIB)}:1}`],
  ['line feeds', '\n'.repeat(MIB)],
  ['carriage returns', '\r'.repeat(MIB)],
  ['members', `{${Array.from({ length: MIB / 16 }, (_, i) => `"${'k'.repeat(8)}${i}":1`).join(',')}}`],
  ['letters to escape', `"${'é'.repeat(MIB / 2)}"`],
  ['halves of surrogate pairs', `"${'\\ud800'.repeat(MIB / 8)}"`],
  ['amounts', `[${'{"amount":1},'.repeat(MIB / 16)}1]`],
]
