import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { creation, expectRefusal, portOf, startHarness } from './harness.ts'

/** A creation of R$ 1.00 with other headers. */
function withHeaders(more: Record<string, string | undefined>) {
  const { headers, ...rest } = creation('{"amount":1}')
  return { ...rest, headers: { ...headers, ...more } }
}

/** Bytes in a description. */
const described = (...bytes: number[]) =>
  Buffer.from([...Buffer.from('{"amount":1,"description":"'), ...bytes, ...Buffer.from('"}')])

/** What the sandbox chooses if docs/service.md doesn't say it (docs/decisions/rest.md#strictness). */
describe('a creation', () => {
  it('needs JSON in UTF-8', async () => {
    const { api } = await startHarness()
    const refused = ['text/plain', 'application/json; charset=iso-8859-1', 'application/jsonx', undefined]
    for (const type of refused) {
      const answer = await api('/payments', withHeaders({ 'Content-Type': type }))
      expectRefusal(answer, 400, 'invalid_content_type')
    }
    for (const type of [
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ])
      expect((await api('/payments', withHeaders({ 'Content-Type': type }))).status, type).toBe(201)
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeff{"amount":1}')],
    ['UTF-16', Buffer.from('{"amount":1}', 'utf16le')],
    ['invalid UTF-8', described(0xff)],
    ['a surrogate in UTF-8', described(0xed, 0xa0, 0x80)],
    ['single quotes', "{'amount':1}"],
    ['a trailing comma', '{"amount":1,}'],
    ['a leading zero', '{"amount":01}'],
  ])('refuses %s as not JSON', async (_name, body) => {
    const { api } = await startHarness()
    expectRefusal(await api('/payments', creation(body)), 400, 'invalid_json')
  })

  it('keeps a description as it came: NUL, controls, quotes and all', async () => {
    const { create, api } = await startHarness()
    const hostile = ['a\u0000b', '\u001b[31mred\u202e', `'; DROP TABLE payments; --`, 'ação ☕ 😀', ' x ']
    for (const description of hostile) {
      const { id } = (await create({ amount: 1, description })).body.data
      expect((await api(`/payments/${id}`)).body.data.description).toBe(description)
    }
  })

  it('refuses half a surrogate pair, which could not be given back', async () => {
    const { api } = await startHarness()
    const half = creation('{"amount":1,"description":"\\ud800"}')
    expectRefusal(await api('/payments', half), 400, 'invalid_body')
  })

  it('takes numbers in every form of JSON, and the last of two members of one name', async () => {
    const { api } = await startHarness()
    const amounts = ['1e1', '10.00', '1.0E+1', '10.500', '0.1e2'].map(text => `{"amount":${text}}`)
    for (const body of [...amounts, '{"amount":5,"amount":10}']) {
      const answer = await api('/payments', creation(body))
      expect(answer.status, body).toBe(201)
      expect(answer.body.data.amount, body).toBe(body.includes('10.500') ? 10.5 : 10)
    }
  })

  it.each([
    '10.0000000000000000000001',
    '1000.0000000000000000001',
    '999.9999999999999999999',
    '0.01000000000000000000001',
  ])('judges the amount %s by its text, beyond what a double holds', async text => {
    const { api } = await startHarness()
    expectRefusal(await api('/payments', creation(`{"amount":${text}}`)), 400, 'invalid_amount')
    // The one that counts is the last one of the body itself.
    const last = await api('/payments', creation(`{"amount":${text},"amount":10}`))
    expect(last.body.data.amount).toBe(10)
  })

  it.each([
    [{ amount: 10.505 }, 'invalid_amount', /two decimals/],
    [{ amount: '10' }, 'invalid_amount', /number greater than 0/],
    [{ amount: 1, storeId: 'x' }, 'invalid_body', /"storeId" is not accepted/],
    [{ amount: 1, currency: 'USD' }, 'invalid_body', /^currency must be BRL$/],
    [{ amount: 1, validityMinutes: 31 }, 'invalid_body', /validityMinutes must be one of 30, 60/],
    [{}, 'invalid_body', /amount/],
  ])('refuses %j with a code and a reason', async (body, code, reason) => {
    const { create } = await startHarness()
    const answer = await create(body)
    expectRefusal(answer, 400, code)
    expect(answer.body.error).toMatch(reason)
  })

  it('ignores the case of UUIDs, and names what differs', async () => {
    const { create } = await startHarness()
    const uuid = randomUUID()
    const first = await create({ amount: 1 }, uuid.toLowerCase())
    expect((await create({ amount: 1 }, uuid.toUpperCase())).body.data.id).toBe(first.body.data.id)
    const conflict = await create({ amount: 2, passFee: true }, uuid.toUpperCase())
    expectRefusal(conflict, 409, 'idempotency_conflict')
    expect(conflict.body.error).toContain('amount, passFee')
  })

  it('refuses two Idempotency-Keys', async () => {
    const { api } = await startHarness()
    const headers = { 'Idempotency-Key': [randomUUID(), randomUUID()] }
    const answer = await api('/payments', { method: 'POST', headers, body: { amount: 1 } })
    expectRefusal(answer, 400, 'invalid_idempotency_key')
  })
})

describe('a body that never ends', () => {
  it.each([
    ['Transfer-Encoding: chunked', `1000\r\n${' '.repeat(4096)}\r\n`.repeat(4)],
    ['Content-Length: 1000000000', ''],
  ])('is answered 413 before it is read: %s', async (length, piece) => {
    const { sandbox } = await startHarness()
    const socket = connect(portOf(sandbox.baseUrl), '127.0.0.1')
    socket.on('error', () => {})
    const answer = new Promise<string>(resolve => socket.once('data', data => resolve(data.toString())))
    const head = [
      'POST /api/v1/payments HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${sandbox.apiKey}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${randomUUID()}`,
      length,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${piece}`)
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})
