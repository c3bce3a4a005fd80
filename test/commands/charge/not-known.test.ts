/** What a person reads when a creation is unknown, or was not sent: what to do, so that no charge is created twice. */

import { expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, cut, ONE_ATTEMPT, silence } from '../../support/service.ts'

const FINISH = /^ {2}don't create another; finish this one: pixctl charge recover [\da-f-]{36}$/m
const CREATE = ['charge', 'create', '--amount', '10.50']

it('after Ctrl-C says who ended it, and to finish this charge', async () => {
  await using store = await againstLocal(silence)
  const interrupt = new AbortController()
  const run = store.machine.pixctl(CREATE, { signal: interrupt.signal })
  await store.service.requests(1)
  interrupt.abort(new Stopped('interrupted'))
  const { stderr, code } = await run
  expect(code).toBe(130)
  expect(stderr).toContain(
    'error: it is unknown whether the charge was created: you interrupted it (Ctrl-C)\n',
  )
  expect(stderr).toMatch(FINISH)
})

it.each([
  ['a 503', answer(503, { error: 'later' })],
  ['a time-out', silence],
  ['a cut connection', cut],
])('after %s says to finish this charge', async (_name, act) => {
  await using store = await againstLocal(act)
  const { stderr, code } = await store.machine.pixctl([...CREATE, ...ONE_ATTEMPT])
  expect(code).toBe(9)
  expect(stderr).toMatch(FINISH)
})

it('says in four lines that a charge that was not sent is kept', async () => {
  await using store = await againstLocal()
  const nowhere = ['--base-url', 'http://127.0.0.1:1/api/v1']
  const { stderr, code } = await store.machine.pixctl([...CREATE, ...ONE_ATTEMPT, ...nowhere])
  expect(code).toBe(9)
  const error = stderr.slice(stderr.indexOf('error: the charge was not created: ')).trimEnd().split('\n')
  expect(error).toHaveLength(4)
  const [{ idempotencyKey } = { idempotencyKey: '' }] = await store.unresolved()
  expect(error[2]).toContain(`  it is kept; to create it now: pixctl charge recover ${idempotencyKey} `)
  expect(error[3]).toContain(
    `  if you create another, drop this one: pixctl charge recover --forget ${idempotencyKey} `,
  )
})
