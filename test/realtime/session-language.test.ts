/** What a person reads about the connection in Portuguese. */

import { expect, it } from 'vitest'
import { inLanguage } from '#lib/language.ts'
import { Run, status, TOKEN } from './session-run.ts'

it('says in Portuguese that the connection is lost and back', () => {
  const run = new Run({ after: '7' }).ready()
  expect(inLanguage('pt-BR', () => run.cut())).toEqual([
    status('conexão perdida (a conexão caiu); reconectando'),
  ])
  const fresh = new Run().authenticating()
  expect(inLanguage('pt-BR', () => fresh.pass(60))).toContainEqual(
    status('sem conexão (o canal não ficou pronto em 20 s); tentando de novo'),
  )
})

it('says in Portuguese that events were missed, and still suggests the command', () => {
  const run = new Run().ready()
  run.cut()
  run.reopen()
  run.message({ kind: 'ready' })
  expect(inLanguage('pt-BR', () => run.pass(10))).toEqual([
    status({
      say: 'conectado de novo; os eventos do período sem conexão não chegaram; veja',
      command: 'charges list',
    }),
  ])
})

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
