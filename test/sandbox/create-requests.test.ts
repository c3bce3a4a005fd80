import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Chunks } from '../support/http.ts'
import { creation, expectRefusal, portOf, startHarness } from './harness.ts'

/** What the sandbox chooses if docs/service.md doesn't say it (docs/decisions/rest.md#strictness). */
describe('a creation', () => {
  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=iso-8859-1',
    'application/jsonx',
  ])('refuses the Content-Type %s: it needs JSON in UTF-8', async contentType => {
    const { api } = await startHarness()
    const { headers, ...rest } = creation('{"amount":1}')
    const type = { 'Content-Type': contentType }
    expectRefusal(
      await api('/payments', { ...rest, headers: { ...headers, ...type } }),
      400,
      'invalid_content_type',
    )
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('takes the Content-Type %s', async contentType => {
    const { api } = await startHarness()
    const { headers, ...rest } = creation('{"amount":1}')
    const answer = await api('/payments', { ...rest, headers: { ...headers, 'Content-Type': contentType } })
    expect(answer.status).toBe(201)
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeff{"amount":1}')],
    ['UTF-16', Buffer.from('{"amount":1}', 'utf16le')],
    [
      'invalid UTF-8',
      Buffer.from([...Buffer.from('{"amount":1,"description":"'), 0xff, ...Buffer.from('"}')]),
    ],
    [
      'a surrogate in UTF-8',
      Buffer.from([...Buffer.from('{"amount":1,"description":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    ],
    ['single quotes', "{'amount':1}"],
    ['a trailing comma', '{"amount":1,}'],
    ['a leading zero', '{"amount":01}'],
  ])('refuses %s as not JSON', async (_name, body) => {
    const { api } = await startHarness()
    expectRefusal(await api('/payments', creation(body)), 400, 'invalid_json')
  })

  it('keeps a description as it came: NUL, controls, quotes and all', async () => {
    const { create, api } = await startHarness()
    for (const description of [
      'a\u0000b',
      '\u001b[31mred\u202e',
      `'; DROP TABLE payments; --`,
      'ação ☕ 😀',
      ' x ',
    ]) {
      const { id } = (await create({ amount: 1, description })).body.data
      expect((await api(`/payments/${id}`)).body.data.description).toBe(description)
    }
  })

  it('refuses half a surrogate pair, which could not be given back', async () => {
    const { api } = await startHarness()
    expectRefusal(
      await api('/payments', creation('{"amount":1,"description":"\\ud800"}')),
      400,
      'invalid_body',
    )
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

  it.each(['gzip', 'br', 'gzip, identity'])('refuses the Content-Encoding %s', async encoding => {
    const { api } = await startHarness()
    const { headers, ...rest } = creation('{"amount":1}')
    const encoded = { ...rest, headers: { ...headers, 'Content-Encoding': encoding } }
    expectRefusal(await api('/payments', encoded), 400, 'invalid_content_encoding')
    const plain = { ...rest, headers: { ...headers, 'Content-Encoding': 'identity' } }
    expect((await api('/payments', plain)).status).toBe(201)
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

  it('ignores the case of UUIDs', async () => {
    const { create } = await startHarness()
    const uuid = randomUUID()
    const first = await create({ amount: 1 }, uuid.toLowerCase())
    const second = await create({ amount: 1 }, uuid.toUpperCase())
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body.data.id).toBe(first.body.data.id)
    const conflict = await create({ amount: 2, passFee: true }, uuid.toUpperCase())
    expectRefusal(conflict, 409, 'idempotency_conflict')
    expect(conflict.body.error).toContain('amount, passFee')
  })

  it('refuses two Idempotency-Keys', async () => {
    const { api } = await startHarness()
    const headers = { 'Idempotency-Key': [randomUUID(), randomUUID()] }
    expectRefusal(
      await api('/payments', { method: 'POST', headers, body: { amount: 1 } }),
      400,
      'invalid_idempotency_key',
    )
  })
})

describe('a body that never ends', () => {
  it('is answered 413 before it is read', async () => {
    const { sandbox } = await startHarness()
    const socket = connect(portOf(sandbox.baseUrl), '127.0.0.1')
    socket.on('error', () => {})
    const head = [
      'POST /api/v1/payments HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${sandbox.apiKey}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${randomUUID()}`,
    ]
    socket.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`)
    const piece = `1000\r\n${' '.repeat(4096)}\r\n`
    const answer = await new Promise<string>(resolve => {
      socket.once('data', data => resolve(data.toString()))
      for (let n = 0; n < 4; n++) socket.write(piece)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()

    const announced = connect(portOf(sandbox.baseUrl), '127.0.0.1')
    announced.on('error', () => {})
    const first = new Promise<string>(resolve => announced.once('data', data => resolve(data.toString())))
    announced.write(`${[...head, 'Content-Length: 1000000000'].join('\r\n')}\r\n\r\n`)
    expect(await first).toMatch(/^HTTP\/1\.1 413 /)
    announced.destroy()
  })

  it('of a megabyte is answered 413 to a client that sends all of it first', async () => {
    const { api } = await startHarness()
    const megabyte = new Chunks(Buffer.alloc(1024 * 1024, ' '))
    expectRefusal(await api('/payments', creation(megabyte)), 413, 'body_too_large')
  })
})
