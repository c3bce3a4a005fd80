/** Commands that messages suggest: what they look like, and that a shell reads back the very words. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shellWord, stepText, suggest } from '#lib/suggestion.ts'

describe('a suggested command', () => {
  it.each([
    [
      suggest('charge recover', { args: ['K1'], say: 'to finish it' }),
      'to finish it: pixctl charge recover K1',
    ],
    [suggest('', { flags: { help: true } }), 'pixctl --help'],
    [suggest('charge wait', { args: ['pay_1'], flags: { late: true } }), 'pixctl charge wait pay_1 --late'],
    [suggest('auth login', { input: 'key file.txt' }), "pixctl auth login < 'key file.txt'"],
    [suggest('charges get', { args: ['pay_1;touch$IFS'] }), "pixctl charges get 'pay_1;touch$IFS'"],
    [suggest('charges get', { args: ["it's"] }), "pixctl charges get 'it'\\''s'"],
    [
      suggest('webhook replay', { args: ['--to=x'], flags: { json: true } }),
      'pixctl webhook replay --json -- --to=x',
    ],
    [suggest('charges get', { args: ['1'], flags: { qr: '-a.png' } }), 'pixctl charges get 1 --qr=-a.png'],
  ])('%j is printed whole and quoted', (suggestion, line) => {
    expect(stepText(suggestion)).toBe(line)
  })
})

it.each([
  ...['plain-1.2_3:4/5@6', '', 'two words', "'", '"$(touch x)"', '`id`', '\\', '!history', '*', '~'],
  ...['#no comment', 'a\nb', 'ação', '$IFS'],
])('a shell reads %j back unchanged', word => {
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })
  expect(stdout).toBe(word)
})
