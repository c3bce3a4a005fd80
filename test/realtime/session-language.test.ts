/** What a person reads about the connection in Portuguese. */

import { expect, it } from 'vitest'
import { inLanguage } from '#lib/language.ts'
import { Run, TOKEN } from './session-run.ts'

it('masks the token in the reason of a close, in Portuguese too', () => {
  const run = new Run({ after: '7' }).ready()
  expect(inLanguage('pt-BR', () => run.does({ kind: 'closed', code: 4401, reason: TOKEN }))).toEqual([
    { kind: 'end', end: { kind: 'token', why: 'código de encerramento 4401: ***' } },
  ])
})

it('masks the token in the names of members before it shortens them', () => {
  const run = new Run().ready()
  const members = `${'y'.repeat(190)}${TOKEN}`
  const effects = run.message({ kind: 'unreadable', what: 'noSequence', members })
  expect(JSON.stringify(effects)).toContain('yyy***')
  expect(JSON.stringify(effects)).not.toContain(TOKEN.slice(0, 8))
})

it('writes the lines of --debug in English', () => {
  const run = new Run({ debug: true }).ready()
  const done = inLanguage('pt-BR', () => run.does({ kind: 'closed', code: 1006, reason: '' }))
  expect(done.flatMap(each => (each.kind === 'debug' ? each.text : []))).toEqual([
    '< close 1006',
    expect.stringMatching(/^no connection \(the connection was cut\); the next one in \d+ ms$/),
  ])
})
