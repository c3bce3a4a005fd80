/** The dashboard's overview, wallet, WebSocket and faults, and what holds for every page. */

import { describe, expect, it } from 'vitest'
import { call } from '../../support/http.ts'
import { storesOf } from '../harness.ts'
import { readOutbox } from '../read-outbox.ts'
import { stream } from '../realtime-client.ts'
import { CHARGES, formsOf, MAIN, Person, startDashboard } from './pages.ts'

it('a new store says what to do first, and the sample charges are what it shows then', async () => {
  const { person, api } = await startDashboard()
  const first = await person.get((await person.get('/')).location)
  expect(first.text).toContain('No charge yet')
  expect(first.text).toContain('pixctl charge create --amount 10.50 --profile sandbox')
  const charges = await person.act(MAIN, `${MAIN}/seed`)
  expect(charges.text).toContain('50 sample charges added.')
  expect((await api('/payments')).body.pagination.total).toBe(50)
})

it('the overview shows the balance, the totals of today and the events, without what only programs need', async () => {
  const { person, create, control } = await startDashboard()
  const { id } = (await create({ amount: 100, description: 'Pedido 1' })).body.data
  await create({ amount: 7 })
  await control(`/charges/${id}/pay`, {})
  await control('/deposits', { amount: 1234.5 })
  const { text, html } = await person.get(MAIN)
  // 1 % of R$ 100,00 is the fee.
  expect(text).toContain('Available balance R$ 1.333,50')
  expect(text).toContain('Paid today R$ 100,00 1 charge Net today R$ 99,00 fees R$ 1,00')
  expect(text).toContain('Created today 2 1 to be paid')
  expect(text).toMatch(/ deposit .*charge paid Pedido 1 R\$ 100,00.*charge created.*charge created/)
  expect(text).not.toContain('90071992547409')
  expect(html).toContain(`href="${CHARGES}/${id}"`)
  expect(html).toContain('data-announce="1 to be paid, 1 paid today"')
  expect(html).toContain('title="payment.created, sequence 9007199254740993"')
})

describe('the wallet', () => {
  it('takes a deposit, and lists it with the charges that were paid', async () => {
    const { person, create, control, api, sandbox } = await startDashboard()
    const { id } = (await create({ amount: 100 })).body.data
    await control(`/charges/${id}/pay`, {})
    const { text } = await person.act(`${MAIN}/wallet`, `${MAIN}/wallet`, { amount: 'R$ 1.000,50' })
    expect(text).toContain('R$ 1.000,50 deposited as dep_')
    expect(text).toContain('Available balance R$ 1.099,50')
    expect(text).toMatch(/R\$ 1\.000,50 Deposit dep_\w+ .* R\$ 99,00 Charge pay_\w+/)
    expect((await api('/balance')).body.data.availableBalance).toBe(1099.5)
    expect(readOutbox(sandbox).at(-1)?.event.type).toBe('deposit.approved')
  })
})

describe('the WebSocket', () => {
  const PATH = `${MAIN}/websocket`

  it('shows who is connected, sends a test, and gets a new token that is shown once', async () => {
    const { person, sandbox } = await startDashboard()
    expect((await person.get(PATH)).text).toContain('Nobody is connected')
    await stream(sandbox)
    const page = await person.get(PATH)
    expect(page.text).toContain('9007199254740992')
    expect(page.text).toContain(`service_ws_…${sandbox.wsToken.slice(-4)}`)
    const tested = await person.act(PATH, `${PATH}/test`)
    expect(tested.text).toContain('connection.test has the sequence 9007199254740993: 1 client gets it.')

    const rotated = await person.act(PATH, `${PATH}/rotate`)
    const [token] = /service_ws_[0-9a-f]{48}/.exec(rotated.text)!
    expect(token).not.toBe(sandbox.wsToken)
    expect(storesOf(sandbox)[0]?.wsToken).toBe(token)
    expect((await person.get(PATH)).text).not.toContain(token)
  })
})

describe('faults', () => {
  const PATH = `${MAIN}/faults`
  const none = { kind: 'hang', status: '500', delaySeconds: '5', often: 'always', times: '1', percent: '10' }

  it.each<[Record<string, string>, object, string]>([
    [{ status: '503', often: 'times', times: '2' }, { status: 503, times: 2 }, 'Answer 503 0 2 of 2'],
    [
      { kind: 'delay', delaySeconds: '1,5' },
      { kind: 'delay', delaySeconds: 1.5, times: null },
      'Wait 1.5 s 0 Until cleared',
    ],
    [
      { kind: 'close', often: 'rate', percent: '12.5' },
      { kind: 'close', rate: 0.125 },
      '12.5 % of the calls',
    ],
    [{ status: '429', retryAfter: '7' }, { status: 429, retryAfter: 7 }, 'Answer 429, Retry-After: 7'],
    [
      { on: 'webhook', kind: 'hang', type: 'payment.*' },
      { on: 'webhook', kind: 'hang', type: 'payment.*', charge: null, endpoint: null },
      'Webhook deliveries payment.*',
    ],
  ])('are added as %j', async (chosen, kept, shown) => {
    const { person, control } = await startDashboard()
    const { text } = await person.act(PATH, PATH, { ...none, on: 'balance', kind: 'status', ...chosen })
    expect(text).toContain(shown)
    expect(text).toContain('Faults 1')
    expect((await control('/faults')).body.data).toMatchObject([{ on: 'balance', ...kept }])
  })

  it('are used, counted, and cleared', async () => {
    const { person, control, api } = await startDashboard()
    const fields = { ...none, on: 'balance', kind: 'status', status: '502', often: 'times', times: '1' }
    await person.act(PATH, PATH, fields)
    expect((await api('/balance')).status).toBe(502)
    const { text, html } = await person.get(PATH)
    expect(text).toContain('Answer 502 1 used up')
    expect(text).not.toContain('Faults 1')
    const [clear] = formsOf(html).filter(({ action }) => /flt_\w+\/clear/.test(action))
    expect((await person.act(PATH, clear!.action)).text).toContain('Nothing goes wrong')
    await person.act(PATH, PATH, fields)
    await person.act(PATH, PATH, fields)
    await person.act(PATH, `${PATH}/clear`)
    expect((await control('/faults')).body.data).toEqual([])
  })

  it.each([
    [{ kind: 'delay', delaySeconds: 'x' }, 'delaySeconds'],
    [{ often: 'rate', percent: '101' }, 'percent'],
    [{ on: 'nothing' }, 'on'],
    [{ charge: 'pay_none' }, 'charge'],
    [{ on: 'webhook', type: 'payment.paid' }, 'type'],
  ])('are refused as %j, beside the field', async (chosen, field) => {
    const { person, control } = await startDashboard()
    const refused = await person.submit(PATH, PATH, { ...none, on: 'get', ...chosen })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`id="${field}-error"`)
    expect((await control('/faults')).body.data).toEqual([])
  })
})

it('a store whose account is unavailable says so on every page, and can be made available', async () => {
  const { person, control, api } = await startDashboard()
  await control('/store/disable', {})
  const page = await person.get(CHARGES)
  expect(page.text).toContain('Unavailable account Every call with a key of this store is refused with 403.')
  await person.act(CHARGES, `${MAIN}/enable`)
  expect((await api('/status')).status).toBe(200)
})

it('several stores are chosen by a list, and each shows its own', async () => {
  const { person, control, create } = await startDashboard()
  await create({ amount: 10.5, description: 'Of the first' })
  expect((await person.get(MAIN)).html).not.toContain('aria-label="Store"')
  await control('/stores', { name: 'filial' })
  const second = await person.get('/stores/filial')
  expect(second.html).toContain('aria-label="Store"')
  expect(second.html).toContain('href="/stores/main"')
  expect(second.text).toContain('No charge yet')
  expect(second.text).not.toContain('Of the first')
})

it('an open page hears of a change within a second, wherever it comes from', async () => {
  const { person, sandbox, create } = await startDashboard()
  const live = await fetch(`${sandbox.dashboardUrl}/live`, { headers: { cookie: person.cookie } })
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
  const until = async (word: string) => {
    for (let text = ''; !text.includes(word); ) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`the stream ended after ${text}`)
      text += value
    }
  }
  await until('event: version')
  await create()
  await until('changed')
  await reader.cancel()
})

it('a login works once, for another browser not at all, and ends with the sandbox', async () => {
  const { person, sandbox } = await startDashboard()
  const code = sandbox.newLoginUrl()?.split('#login=')[1] ?? ''
  const first = new Person(sandbox.dashboardUrl)
  expect((await first.send('/login', { code })).status).toBe(303)
  expect((await new Person(sandbox.dashboardUrl).send('/login', { code })).status).toBe(401)
  expect((await person.get(MAIN)).status).toBe(200)
  await sandbox.close()
  await expect(call(`${sandbox.dashboardUrl}/`)).rejects.toThrow('ECONNREFUSED')
})
