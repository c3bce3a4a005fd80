/** In Portuguese no English is left: in no text, no help, no suggested command, and no error of SQLite or the keychain. */

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { openKeychain } from '#credentials/keychain.ts'
import { localizedMessage } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import { stepText, suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { FakeClock } from '../support/clock.ts'
import { runCommand, testHost } from '../support/run.ts'

const SRC = join(import.meta.dirname, '../../src')

/** Common words of English that Portuguese doesn't have, and the names of values. */
const ENGLISH =
  /\b(the|of|is|are|was|were|and|with|without|not|from|by|has|have|this|that|an|file|full|today|yesterday|week|month|day|hour|cannot|FILE|NAME|KEY|PATH|TEXT|VALUE|SECONDS|DURATION|DAY|TIME|TYPE|DIR|PORT|SEQUENCE)\b/

/** What is code isn't in a language: commands, flags, members of JSON, addresses, variables. */
const CODE =
  /[\w-]+:[\w,:-]+|`[^`]*`|"[\w.-]+"|\{[^}\n]*\}|--?[a-z][\w-]*|https?:\S+|\bpixctl( [a-z]+)*|\$?\b[A-Z]+_[A-Z_]+\b|[\w.-]+\/[\w./-]+|'[^'\n]*'/g

const english = (text: string): string[] =>
  text.split('\n').filter(line => ENGLISH.test(line.replaceAll(CODE, ' ')))

type AnyText = (...values: unknown[]) => unknown

function functionsOf(group: unknown): AnyText[] {
  if (typeof group === 'function') return [group as AnyText]
  return typeof group === 'object' && group !== null ? Object.values(group).flatMap(functionsOf) : []
}

function made(text: AnyText): string {
  for (const value of ['¤', ['¤'], 2]) {
    try {
      const result = text(value, value, value, value)
      if (typeof result === 'string') return result
    } catch {
      // It takes another kind of value.
    }
  }
  return ''
}

it('in no text', async () => {
  const found: string[] = []
  for (const file of globSync('**/texts.ts', { cwd: SRC })) {
    const groups = Object.values((await import(join(SRC, file))) as Record<string, unknown>)
    for (const text of groups.flatMap(functionsOf)) {
      const lines = inLanguage('pt-BR', () => english(made(text)))
      found.push(...lines.map(line => `${file}: ${line}`))
    }
  }
  expect(found).toEqual([])
})

it('in no help, default or name of a value', async () => {
  const found: string[] = []
  const commands = Object.keys(COMMANDS).map(id => [...id.split(':'), '--help'])
  const pages = ['--all', ...Object.keys(HELP_TOPICS)].map(page => ['help', page])
  for (const args of [...commands, ...pages]) {
    const host = testHost({ env: { PIXCTL_LANG: 'pt-BR' } })
    const { stdout } = await runCommand(args, { host })
    expect(stdout).not.toBe('')
    // The names of flags are the same in every language; what follows them isn't.
    found.push(
      ...english(stdout.replaceAll(/^ *JSON:[\s\S]*?\n\n/gm, '')).map(line => `${args.join(' ')}: ${line}`),
    )
  }
  expect(found).toEqual([])
})

it('in no name that stands for a value in a suggested command', () => {
  const { FILE: input, NAME: profile } = placeholders
  const step = suggest('auth login', { flags: { profile }, input })
  expect(inLanguage('pt-BR', () => stepText(step))).toBe('pixctl auth login --profile NOME < ARQUIVO')
  expect(inLanguage('en', () => stepText(step))).toBe('pixctl auth login --profile NAME < FILE')
})

it.each([
  ['o disco está cheio', /full/, 'PRAGMA max_page_count = 1; CREATE TABLE a (b); CREATE TABLE c (d)'],
  ['o arquivo só permite leitura', /readonly/, 'PRAGMA query_only = 1; CREATE TABLE a (b)'],
  ['erro 1 do SQLite', /syntax/, 'SELECT FROM'],
])('in no error of SQLite: %s', (portuguese, inEnglish, sql) => {
  using database = new DatabaseSync(':memory:')
  let error: unknown
  try {
    database.exec(sql)
  } catch (thrown) {
    error = thrown
  }
  expect(inLanguage('pt-BR', () => localizedMessage(error))).toBe(portuguese)
  expect(inLanguage('en', () => localizedMessage(error))).toMatch(inEnglish)
})

it.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'aqui (não foi possível usar o D-Bus)'],
  ['Unknown or unsupported transport', 'aqui (a biblioteca dele não conseguiu usá-lo)'],
  ['Cannot create an item in a locked collection', 'o chaveiro do sistema está bloqueado'],
])('in no error of the keychain, but in its cause, for --debug: %s', async (words, portuguese) => {
  const refuse = () => Promise.reject(new Error(words))
  const load = async () => ({ getPassword: refuse, setPassword: refuse, deletePassword: refuse })
  const error = await openKeychain({ clock: new FakeClock(), load })
    .get('shop', 'api-key')
    .catch(thrown => thrown)
  expect(error.message).toContain(words)
  expect(error.cause).toMatchObject({ message: words })
  expect(inLanguage('pt-BR', () => error.localized)).toContain(portuguese)
  expect(inLanguage('pt-BR', () => error.localized)).not.toContain(words)
})
