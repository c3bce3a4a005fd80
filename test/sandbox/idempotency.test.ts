import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { creation, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'

describe('one UUID at once', () => {
  it('by forty calls of four keys makes one charge and one event: one 201, thirty-nine 200', async () => {
    const { api, control, sandbox } = await startHarness()
    const keys = [sandbox.apiKey]
    for (let n = 0; n < 3; n++) keys.push((await control('/keys', {})).body.data.apiKey)
    const uuid = randomUUID()
    const calls = Array.from({ length: 40 }, (_, n) =>
      api('/payments', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${keys[n % 4]}`,
          'Idempotency-Key': n % 2 ? uuid : uuid.toUpperCase(),
        },
        body:
          n % 3 ? { amount: 10.5 } : { amount: 10.5, currency: 'BRL', description: '', validityMinutes: 30 },
      }),
    )
    const answers = await Promise.all(calls)
    const statuses = answers.map(answer => answer.status).sort()
    expect(statuses).toEqual([...Array(39).fill(200), 201])
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect((await api('/payments')).body.pagination.total).toBe(1)
    expect(readOutbox(sandbox)).toHaveLength(1)
  })

  it('with forty different amounts makes one charge: one 201, thirty-nine 409', async () => {
    const { api } = await startHarness()
    const { headers = {} } = creation(undefined)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        api('/payments', { method: 'POST', headers, body: { amount: n + 1 } }),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, ...Array(39).fill(409)])
    expect((await api('/payments')).body.pagination.total).toBe(1)
  })
})
