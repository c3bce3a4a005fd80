/** What a person reads when a creation is unknown, or was not sent: what to do, so that no charge is created twice. */

import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, cut, ONE_ATTEMPT, paymentBody, silence } from '../../support/service.ts'

const terminal = { columns: 120, rows: 30 }
const KEY = '[\\da-f-]{36}'
const CREATE = ['charge', 'create', '--amount', '10']

describe.each([
  {
    LC_ALL: 'C',
    interrupted: 'error: it is unknown whether the charge was created: you interrupted it (Ctrl-C)',
    finish: "don't create another; finish this one",
    notCreated: 'error: the charge was not created: ',
    createNow: 'it is kept; to create it now',
    drop: 'if you create another, drop this one',
    description: 'Description',
  },
  {
    LC_ALL: 'pt_BR.UTF-8',
    interrupted: 'erro: não se sabe se a cobrança foi criada: você interrompeu o envio (Ctrl-C)',
    finish: 'não crie outra cobrança; conclua esta',
    notCreated: 'erro: a cobrança não foi criada: ',
    createNow: 'ela ficou guardada; para criar agora',
    drop: 'se for criar outra, descarte esta',
    description: 'Descrição',
  },
])('with LC_ALL=$LC_ALL', ({ LC_ALL, ...said }) => {
  const env = { LC_ALL, NO_COLOR: '1' }

  it('after Ctrl-C says who ended it, and to finish this charge', async () => {
    await using store = await againstLocal(silence)
    const interrupt = new AbortController()
    const run = store.machine.pixctl(['charge', 'create', '--amount', '10'], {
      env,
      signal: interrupt.signal,
    })
    await store.service.requests(1)
    interrupt.abort(new Stopped('interrupted'))
    const { stderr, code } = await run
    expect(code).toBe(130)
    expect(stderr).toContain(`${said.interrupted}\n`)
    expect(stderr).toMatch(new RegExp(`^  ${said.finish}: pixctl charge recover ${KEY}$`, 'm'))
  })

  it.each([
    ['a 503', answer(503, { error: 'later' })],
    ['a time-out', silence],
    ['a cut connection', cut],
  ])('after %s says to finish this charge', async (_name, act) => {
    await using store = await againstLocal(act)
    const { stderr, code } = await store.machine.pixctl([...CREATE, ...ONE_ATTEMPT], { env })
    expect(code).toBe(9)
    expect(stderr).toMatch(new RegExp(`^  ${said.finish}: pixctl charge recover ${KEY}$`, 'm'))
  })

  it('says in four lines that a charge that was not sent is kept', async () => {
    await using store = await againstLocal()
    const nowhere = ['--base-url', 'http://127.0.0.1:1/api/v1']
    const { stderr, code } = await store.machine.pixctl([...CREATE, ...ONE_ATTEMPT, ...nowhere], { env })
    expect(code).toBe(9)
    const error = stderr.slice(stderr.indexOf(said.notCreated)).trimEnd().split('\n')
    expect(error).toHaveLength(4)
    const [{ idempotencyKey } = { idempotencyKey: '' }] = await store.unresolved()
    expect(error[2]).toContain(`  ${said.createNow}: pixctl charge recover ${idempotencyKey} `)
    expect(error[3]).toContain(`  ${said.drop}: pixctl charge recover --forget ${idempotencyKey} `)
  })

  it('shows what a recovered charge is for', async () => {
    await using store = await againstLocal(
      cut,
      answer(201, { data: paymentBody({ description: 'Table 4' }) }),
    )
    await store.machine.pixctl([
      'charge',
      'create',
      '--amount',
      '10.50',
      '--description',
      'Table 4',
      ...ONE_ATTEMPT,
    ])
    const { stdout, code } = await store.machine.pixctl(['charge', 'recover'], { env, terminal })
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^${said.description} +Table 4$`, 'm'))
  })
})
