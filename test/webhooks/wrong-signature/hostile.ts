/** Long bodies, made so that what doesn't grow in proportion to one would not end, or fill the memory. */

import { volume } from '../../support/volume.ts'

const SIZE = volume(256, 64) * 1024

export const HOSTILE: [name: string, body: string][] = [
  ['arrays in arrays', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
  ['objects in objects', `${'{"a":'.repeat(SIZE / 8)}1${'}'.repeat(SIZE / 8)}`],
  ['deep and long', `${'['.repeat(100)}${'1,'.repeat(SIZE / 2)}1${']'.repeat(100)}`],
  ['a number of many digits', `{"amount":${'9'.repeat(SIZE)}}`],
  ['many decimals', `{"amount":0.${'0'.repeat(SIZE)}1}`],
  ['huge exponents', `[${'1e999999999,'.repeat(SIZE / 16)}1]`],
  ['slashes', `"${'/'.repeat(SIZE)}"`],
  ['backslashes', `"${'\\\\'.repeat(SIZE / 2)}"`],
  ['a string without its end', `"${'\\'.repeat(SIZE + 1)}`],
  ['white space', `{"amount"${' '.repeat(SIZE)}:1}`],
  ['line feeds', '\n'.repeat(SIZE)],
  ['carriage returns', '\r'.repeat(SIZE)],
  ['members', `{${Array.from({ length: SIZE / 16 }, (_, i) => `"${'k'.repeat(8)}${i}":1`).join(',')}}`],
  ['letters to escape', `"${'é'.repeat(SIZE / 2)}"`],
  ['halves of surrogate pairs', `"${'\\ud800'.repeat(SIZE / 8)}"`],
  ['amounts', `[${'{"amount":1},'.repeat(SIZE / 16)}1]`],
]
