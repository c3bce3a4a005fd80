/** Commands that messages suggest: what they look like, and that a shell reads back the very words. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandWords, shellWord, stepText, suggest } from '#lib/suggestion.ts'
import manifest from '../../oclif.manifest.json' with { type: 'json' }

/** The commands that take --inbox. */
const INBOX_COMMANDS = Object.entries<{ flags: object }>(manifest.commands)
  .filter(([, { flags }]) => 'inbox' in flags)
  .map(([id]) => id.replaceAll(':', ' '))

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

  it.each([
    ['charge recover', 'pixctl charge recover --profile shop --base-url https://a/api/v1'],
    ['events tail', 'pixctl events tail --profile shop --base-url https://a/api/v1 --realtime-url wss://a/'],
    ['sandbox pay', 'pixctl sandbox pay --profile shop'],
    ['auth use', 'pixctl auth use --profile shop'],
  ])('%s keeps the flags of the run that it takes', (command, line) => {
    const kept = { profile: 'shop', 'base-url': 'https://a/api/v1', 'realtime-url': 'wss://a/' }
    expect(stepText(suggest(command), kept)).toBe(line)
    expect(stepText(suggest(command, { profile: 'none' }), kept)).toBe(`pixctl ${command}`)
  })

  it.each(INBOX_COMMANDS)('%s keeps the inbox of the run', command => {
    const kept = { inbox: 'postgres://u@h/d' }
    expect(stepText(suggest(command), kept)).toBe(`pixctl ${command} --inbox postgres://u@h/d`)
  })

  it('may replace flags of the run by others', () => {
    const own = suggest('auth login', { flags: { profile: 'NAME' } })
    expect(commandWords(own, { profile: 'shop' })).toEqual(['pixctl', 'auth', 'login', '--profile', 'NAME'])
  })
})

it.each([
  'plain-1.2_3:4/5@6',
  '',
  'two words',
  "'",
  '"$(touch x)"',
  '`id`',
  '\\',
  '!history',
  '*',
  '~',
  '#no comment',
  'a\nb',
  'ação',
  '$IFS',
])('a shell reads %j back unchanged', word => {
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })
  expect(stdout).toBe(word)
})
