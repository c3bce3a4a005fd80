/** What each page of the dashboard shows, and what its forms do. */

import { describe, expect, it } from 'vitest'
import { call } from '../../support/http.ts'
import { stream } from '../realtime-client.ts'
import { startReceiver, status } from '../receiver.ts'
import { formsOf, Person, startDashboard } from './pages.ts'

const MAIN = '/stores/main'
const CHARGES = `${MAIN}/charges`

it('a new store says what to do first, and the sample charges are what it shows then', async () => {
  const { person, api } = await startDashboard()
  const first = await person.get((await person.get('/')).location)
  expect(first.text).toContain('No charge yet')
  expect(first.text).toContain('pixctl charge create --amount 10.50 --profile sandbox')
  const charges = await person.act(MAIN, `${MAIN}/seed`)
  expect(charges.text).toContain('50 sample charges added.')
  expect((await api('/payments')).body.pagination.total).toBe(50)
})

it('the overview shows the balance, the totals of today and the events', async () => {
  const { person, create, dashboard } = await startDashboard()
  const { id } = (await create({ amount: 100, description: 'Pedido 1' })).body.data
  await create({ amount: 7 })
  await dashboard(`/payments/${id}/pay`, {})
  await dashboard('/deposits', { amount: 1234.5 })
  const { text, html } = await person.get(MAIN)
  // 1 % of R$ 100,00 is the fee.
  expect(text).toContain('Available balance R$ 1.333,50')
  expect(text).toContain('Paid today R$ 100,00 1 charge Fees today R$ 1,00 Net today R$ 99,00')
  expect(text).toContain('Created today 2 1 to be paid')
  expect(text).toMatch(
    /deposit\.approved.*payment\.approved Pedido 1 R\$ 100,00.*payment\.created.*payment\.created/,
  )
  expect(html).toContain(`href="${CHARGES}/${id}"`)
})

describe('the list of charges', () => {
  it('is filtered by status and text, with how many there are', async () => {
    const { person, create, dashboard } = await startDashboard()
    const paid = (await create({ amount: 100, description: 'Pedido 1' })).body.data.id
    const open = (await create({ amount: 20, description: 'Frete' })).body.data.id
    await dashboard(`/payments/${paid}/pay`, {})
    const shown = async (query: string) => {
      const { html } = await person.get(`${CHARGES}${query}`)
      return [paid, open].filter(id => html.includes(`href="${CHARGES}/${id}"`))
    }
    expect(await shown('')).toEqual([paid, open])
    expect(await shown('?status=PAID')).toEqual([paid])
    expect(await shown('?status=FAILED')).toEqual([])
    expect(await shown('?search=FRETE')).toEqual([open])
    expect(await shown('?search=100,00&status=PAID')).toEqual([paid])
    expect(await shown('?status=nope&after=nope')).toEqual([paid, open])
    const { text } = await person.get(`${CHARGES}?search=zzz`)
    expect(text).toContain('All 2 PENDING 1 PAID 1 EXPIRED 0 FAILED 0')
    expect(text).toContain('No charge matches')
  })

  it('goes on to the next page and back', async () => {
    const { person, dashboard } = await startDashboard()
    await dashboard('/seed', { count: 60 })
    const first = await person.get(CHARGES)
    const rows = (html: string) => [...html.matchAll(/data-row/g)].length
    expect(rows(first.html)).toBe(50)
    const next = /href="([^"]*after=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await person.get(next)
    expect(rows(second.html)).toBe(10)
    expect(second.html).toContain(`<a class="button plain" href="${CHARGES}" rel="prev"`)
  })
})

describe('the form of a new charge', () => {
  const NEW = `${CHARGES}/new`
  const typed = { amount: '10,50', description: 'Pão & café', validityMinutes: '1440', passFee: 'yes' }

  it('makes the charge that was typed', async () => {
    const { person, api } = await startDashboard()
    const charge = await person.act(NEW, NEW, typed)
    expect(charge.text).toContain('R$ 10,61 PENDING Pão & café')
    const [made] = (await api('/payments')).body.data
    expect(made).toMatchObject({
      requestedAmount: 10.5,
      amount: 10.61,
      passFee: true,
      validityMinutes: 1440,
      description: 'Pão & café',
    })
  })

  it.each([
    ['10.50', 10.5],
    ['7', 7],
  ])('takes the amount %s', async (amount, reais) => {
    const { person, api } = await startDashboard()
    await person.act(NEW, NEW, { amount })
    expect((await api('/payments')).body.data[0]).toMatchObject({ amount: reais, validityMinutes: 30 })
  })

  it('that is sent twice makes one charge, at the same moment too', async () => {
    const { person, api } = await startDashboard()
    const [form] = formsOf((await person.get(NEW)).html).filter(({ action }) => action === NEW)
    const answers = await Promise.all([1, 2, 3].map(() => person.send(NEW, { ...form!.hidden, ...typed })))
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect((await api('/payments')).body.pagination.total).toBe(1)
    const other = await person.send(NEW, { ...form!.hidden, ...typed, amount: '11' })
    expect(other.status).toBe(422)
    expect(other.text).toContain('This Idempotency-Key was already used with different data: amount.')
  })

  it.each([
    ['', 'Write the amount like 10,50 or 10.50'],
    ['1.000,00', 'Write the amount like 10,50 or 10.50'],
    ['10,505', 'Write the amount like 10,50 or 10.50'],
    ['0', 'Amount must be a number greater than 0 and at most 1000.00.'],
    ['1000,01', 'Amount must be a number greater than 0 and at most 1000.00.'],
    ['0,01', 'Nothing is left after the fee of 0.01.'],
  ])(
    'says what is wrong with the amount %j, beside it, and keeps what was typed',
    async (amount, problem) => {
      const { person, api } = await startDashboard()
      const refused = await person.submit(NEW, NEW, { ...typed, amount, passFee: [] })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(problem)
      expect(refused.html).toContain('aria-describedby="amount-hint amount-error"')
      expect(refused.html).toContain(`name="amount" value="${amount}"`)
      expect(refused.html).toContain('value="Pão &amp; café"')
      expect(refused.html).toMatch(/<option value="1440" selected/)
      // A live update fetches the address of the page, where the form is empty.
      expect(refused.html).not.toMatch(/id="page"[^>]*data-live/)
      expect((await api('/payments')).body.pagination.total).toBe(0)
    },
  )

  it('says that a description is too long, and that a time is none of the service', async () => {
    const { person } = await startDashboard()
    const long = await person.submit(NEW, NEW, { amount: '1', description: 'é'.repeat(81) })
    expect(long.html).toMatch(/id="description-error">Description must/)
    const wrong = await person.submit(NEW, NEW, { amount: '1', validityMinutes: '31' })
    expect(wrong.html).toMatch(/id="validityMinutes-error">ValidityMinutes must/)
  })
})

describe('a charge', () => {
  it('has its Pix code, QR code, events and deliveries', async () => {
    const { person, create, dashboard, sandbox } = await startDashboard()
    const receiver = await startReceiver()
    await dashboard('/endpoints', { url: receiver.url })
    const { id, pixCode, qrCode } = (await create({ amount: 10.5 })).body.data
    await receiver.received.until(1)
    const { html, text } = await person.get(`${CHARGES}/${id}`)
    expect(text).toContain(pixCode)
    expect(html).toContain(`src="${qrCode}"`)
    expect(text).toContain(sandbox.readOutbox()[0]?.event.id)
    expect(text).toContain(`payment.created`)
    expect(text).toContain(receiver.url)
    expect(text).not.toContain('PAID')
  })

  it.each([
    ['charges', 'pay', 'PAID'],
    ['pay', 'pay', 'PAID'],
    ['charges', 'expire', 'EXPIRED'],
    ['pay', 'expire', 'EXPIRED'],
    ['charges', 'fail', 'FAILED'],
    ['pay', 'fail', 'FAILED'],
  ])('of the page %s is changed by %s to %s, once', async (section, move, state) => {
    const { person, create, api, sandbox } = await startDashboard()
    const { id } = (await create()).body.data
    const path = `${MAIN}/${section}/${id}`
    const before = await person.get(path)
    const after = await person.act(path, `${path}/${move}`)
    expect(after.html).toContain(`data-announce="The charge is ${state}"`)
    expect((await api(`/payments/${id}`)).body.data.status).toBe(state)
    // The page of before still has the button.
    const { hidden } = formsOf(before.html).find(({ action }) => action === `${path}/${move}`)!
    const again = await person.send(`${path}/${move}`, hidden)
    expect((await person.get(again.location)).text).toContain(`The charge was ${state} already`)
    expect(sandbox.readOutbox()).toHaveLength(2)
  })

  it('that failed can not be paid, and the page says so without a word of paid', async () => {
    const { person, create, dashboard } = await startDashboard()
    const { id } = (await create()).body.data
    const path = `${MAIN}/pay/${id}`
    const { hidden } = formsOf((await person.get(path)).html)[0]!
    await dashboard(`/payments/${id}/fail`, {})
    const answer = await person.send(`${path}/pay`, hidden)
    const page = await person.get(answer.location)
    expect(page.text).toContain("The charge is FAILED, so it can't become PAID.")
    expect(page.text).toContain('The payment failed')
    expect(page.text).not.toContain('Pix sent')
  })

  it('that is over when it is looked at has expired, and can be paid late', async () => {
    const { person, create, clock, api } = await startDashboard()
    const { id } = (await create()).body.data
    const path = `${MAIN}/pay/${id}`
    clock.advance(30 * 60_000)
    const late = await person.get(path)
    expect(late.text).toContain('This charge has expired')
    await person.act(path, `${path}/pay`)
    expect((await api(`/payments/${id}`)).body.data.status).toBe('PAID')
  })

  it('that is being created has no code and no button', async () => {
    const { person, dashboard, create, clock } = await startDashboard()
    await dashboard('/faults', { on: 'create', kind: 'delay', delaySeconds: 60, times: 1 })
    const creating = create()
    const { html } = await person.until(CHARGES, 'CREATING 1')
    const [, id] = /\/charges\/(pay_\w+)/.exec(html)!
    for (const section of ['charges', 'pay']) {
      const page = await person.get(`${MAIN}/${section}/${id}`)
      expect(page.text).toContain('CREATING')
      expect(page.html).not.toContain(`${id}/pay"`)
    }
    clock.advance(60_000)
    await creating
    expect((await person.get(`${MAIN}/pay/${id}`)).text).toContain('You are paying')
  })
})

describe('the wallet', () => {
  it('takes a deposit, and lists it with the charges that were paid', async () => {
    const { person, create, dashboard, api, sandbox } = await startDashboard()
    const { id } = (await create({ amount: 100 })).body.data
    await dashboard(`/payments/${id}/pay`, {})
    const { text } = await person.act(`${MAIN}/wallet`, `${MAIN}/wallet`, { amount: '1000,5' })
    expect(text).toContain('R$ 1.000,50 deposited as dep_')
    expect(text).toContain('Available balance R$ 1.099,50')
    expect(text).toMatch(/dep_\w+ Deposit R\$ 1\.000,50 .* pay_\w+ Charge R\$ 99,00/)
    expect((await api('/balance')).body.data.availableBalance).toBe(1099.5)
    expect(sandbox.readOutbox().at(-1)?.event.type).toBe('deposit.approved')
  })

  it.each(['', '-1', '0', 'dez', '1000000,01'])('refuses the amount %j and keeps it', async amount => {
    const { person, api } = await startDashboard()
    const refused = await person.submit(`${MAIN}/wallet`, `${MAIN}/wallet`, { amount })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('id="amount-error"')
    expect(refused.html).toContain(`value="${amount}"`)
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
  })
})

describe('API keys', () => {
  const KEYS = `${MAIN}/keys`

  it('are shown once, may what was chosen, and end by their time or by revoking', async () => {
    const { person, api, clock } = await startDashboard()
    const made = await person.act(KEYS, KEYS, { permission: ['payments:read'], expires: '60' })
    const [apiKey] = /service_live_[0-9a-f]{48}/.exec(made.text)!
    expect((await person.get(KEYS)).text).not.toContain(apiKey)
    const headers = { Authorization: `Bearer ${apiKey}` }
    expect((await api('/status', { headers })).body.data.permissions).toEqual(['payments:read'])
    const end = new Date(clock.now() + 60_000).toISOString()
    expect((await person.get(KEYS)).html).toContain(`data-refresh-at="${end}"`)
    clock.advance(60_000)
    expect((await api('/status', { headers })).status).toBe(401)
    const expired = await person.get(KEYS)
    expect(expired.text).toContain(`service_live_…${apiKey.slice(-4)} expired`)
    expect(expired.html).not.toContain('data-refresh-at')

    const other = await person.act(KEYS, KEYS, { permission: ['balance:read'], expires: '' })
    const [second] = /service_live_[0-9a-f]{48}/.exec(other.text)!
    const page = await person.get(KEYS)
    const [revoke] = formsOf(page.html).filter(({ action }) => action.endsWith('/revoke'))
    expect(revoke?.html).toContain(`aria-label="Revoke service_live_…${second.slice(-4)}"`)
    expect(revoke?.hidden).toMatchObject({ 'confirm-title': 'Revoke this key?', 'confirm-back': KEYS })
    const after = await person.act(KEYS, revoke!.action)
    expect(after.text).toContain('revoked on')
    expect((await api('/balance', { headers: { Authorization: `Bearer ${second}` } })).status).toBe(401)
  })

  it('of the profile is marked, and revoking it says where the next one comes from', async () => {
    const { person, sandbox } = await startDashboard()
    await person.act(KEYS, KEYS, { permission: ['balance:read'], expires: '' })
    const page = await person.get(KEYS)
    const hint = `service_live_…${sandbox.apiKey.slice(-4)}`
    expect(page.text).toContain(`${hint} profile sandbox active`)
    expect(page.text.match(/profile sandbox/g)).toHaveLength(1)
    const [, revoke] = formsOf(page.html).filter(({ action }) => action.endsWith('/revoke'))
    expect(revoke?.hidden['confirm-text']).toContain('It is the key of the profile sandbox.')
    const after = await person.act(KEYS, revoke!.action)
    expect(after.text).toContain(
      'The profile sandbox has no valid key now. When the sandbox is started again',
    )
    expect(after.text).not.toContain(`${hint} profile sandbox`)
  })

  it('are used with an address and a header that the page shows', async () => {
    const { person, sandbox } = await startDashboard()
    const { text } = await person.get(KEYS)
    expect(text).toContain(`Base URL ${sandbox.baseUrl}`)
    expect(text).toContain(
      `printf 'Authorization: Bearer %s' "$API_KEY" | curl -H @- ${sandbox.baseUrl}/status`,
    )
  })

  it('need a permission', async () => {
    const { person, dashboard } = await startDashboard()
    const refused = await person.submit(KEYS, KEYS, { permission: [] })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Permissions must be one or more of')
    expect(refused.html).not.toMatch(/type="checkbox"[^>]*checked/)
    expect((await dashboard('/keys')).body.data).toHaveLength(1)
  })
})

describe('webhook endpoints', () => {
  const WEBHOOKS = `${MAIN}/webhooks`

  it('are registered with their events; the secret is shown once; a test shows its answer', async () => {
    const { person, dashboard } = await startDashboard()
    const receiver = await startReceiver((response, _) => response.writeHead(401).end('bad signature'))
    const made = await person.act(WEBHOOKS, WEBHOOKS, { url: receiver.url, event: ['payment.approved'] })
    expect(made.text).toMatch(/whsec_[0-9a-f]{64}/)
    const [listed] = (await dashboard('/endpoints')).body.data
    expect(listed).toMatchObject({ url: receiver.url, events: ['payment.approved'] })
    const path = `${WEBHOOKS}/${listed.id}`
    const [secret = ''] = /whsec_[0-9a-f]{64}/.exec(made.text) ?? []
    for (const page of [await person.get(path), await person.get(WEBHOOKS)]) {
      expect(page.text).not.toMatch(/whsec_\w/)
      expect(page.text).toContain(`whsec_…${secret.slice(-4)}`)
    }
    const tested = await person.act(path, `${path}/test`)
    expect(tested.text).toContain("The receiver answered 401, which isn't a 2xx.")
    expect(tested.text).toContain('endpoint.test failed')
    expect(tested.text).toMatch(/X-Service-Signature t=\d+,v1=[0-9a-f]{64}/)
    expect((await person.get(`${path}?state=tests`)).text).toContain('Tests 1')
    expect((await person.get(path)).text).toContain('All 0')
  })

  it.each(['http://example.com/', 'nope', '', 'https://user:pass@example.com/', 'javascript:alert(1)'])(
    'are not registered as %j',
    async url => {
      const { person, dashboard } = await startDashboard()
      const refused = await person.submit(WEBHOOKS, WEBHOOKS, { url, event: ['payment.failed'] })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('URL must be an https address')
      expect(refused.html).toContain(`value="${url}"`)
      expect(refused.html).toMatch(/value="payment.failed" checked/)
      expect((await dashboard('/endpoints')).body.data).toEqual([])
    },
  )

  it('are removed', async () => {
    const { person, dashboard } = await startDashboard()
    const { id } = (await dashboard('/endpoints', { url: 'http://127.0.0.1:1/' })).body
    const [, remove] = formsOf((await person.get(`${WEBHOOKS}/${id}`)).html).filter(({ action }) =>
      action.includes(id),
    )
    expect(remove?.hidden['confirm-title']).toBe('Remove this endpoint?')
    const after = await person.act(`${WEBHOOKS}/${id}`, `${WEBHOOKS}/${id}/remove`)
    expect(after.text).toContain('No endpoint yet')
    expect((await dashboard('/endpoints')).body.data).toEqual([])
    expect((await person.get(`${WEBHOOKS}/${id}`)).status).toBe(404)
  })
})

describe('a delivery', () => {
  it('that a fault changed says so, also when the fault is cleared', async () => {
    const { person, dashboard } = await startDashboard()
    const receiver = await startReceiver(response => response.writeHead(204).end())
    const { id } = (await dashboard('/endpoints', { url: receiver.url })).body
    const order = { on: 'webhook', kind: 'status', status: 500, times: 1 }
    const fault = (await dashboard('/faults', order)).body.data
    const path = `${MAIN}/webhooks/${id}`
    const sent = await person.submit(path, `${path}/test`)
    const page = await person.get(sent.location)
    expect(page.text).not.toContain('The receiver answered')
    expect(page.text).toContain(`The fault ${fault.id}: any answer of the receiver counts as 500.`)
    expect((await person.get(`${MAIN}/faults`)).text).toContain('Any answer of the receiver counts as 500')
    await dashboard(`/faults/${fault.id}`, undefined, { method: 'DELETE' })
    expect((await person.get(sent.location)).text).toContain(`The fault ${fault.id}, which is gone by now`)
  })

  it('has every attempt, its headers and answer, and is sent again by hand', async () => {
    const { person, dashboard, create, clock } = await startDashboard()
    const receiver = await startReceiver((response, _) => response.writeHead(500).end('<b>boom</b>'))
    const { id: endpoint } = (await dashboard('/endpoints', { url: receiver.url })).body
    await create({ amount: 10.5, description: 'Pão' })
    await receiver.received.until(1)
    const list = `${MAIN}/webhooks/${endpoint}`
    const page = await person.until(list, '1 of 5')
    expect(page.text).toMatch(/All 1 Pending 1 Delivered 0 Failed 0 Tests 0/)
    const path = /href="([^"]*\/deliveries\/[^"]*)"/.exec(page.html)?.[1] ?? ''
    const one = await person.until(path, 'boom')
    expect(one.text).toContain('payment.created pending')
    expect(one.text).toMatch(/Attempt 2 \d{4}-.* Attempt 1 500/)
    expect(one.text).toContain('<b>boom</b>')
    expect(one.text).toContain(String(receiver.received.all[0]?.headers['x-service-signature']))
    expect(one.text).toContain(receiver.received.all[0]?.body.toString())

    receiver.answer = status(204)
    clock.advance(30_000)
    const sent = await person.act(path, `${path}/send`)
    expect(sent.text).toContain('The receiver answered 204.')
    expect(sent.text).toContain('payment.created delivered')
    expect(sent.text).toMatch(/By hand 204.*Attempt 1 500/)
    expect(receiver.received.all).toHaveLength(2)
    expect(receiver.received.all[1]?.body).toEqual(receiver.received.all[0]?.body)
  })

  it('to nobody says why there is no answer', async () => {
    const { person, dashboard } = await startDashboard()
    const { id } = (await dashboard('/endpoints', { url: 'http://127.0.0.1:1/' })).body
    const tested = await person.act(`${MAIN}/webhooks/${id}`, `${MAIN}/webhooks/${id}/test`)
    expect(tested.text).toContain('No answer: connection refused.')
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
    expect(sandbox.stores()[0]?.wsToken).toBe(token)
    expect((await person.get(PATH)).text).not.toContain(token)
  })
})

describe('a charge that was paid late', () => {
  it('says so, and offers its code to nobody', async () => {
    const { person, create, dashboard, clock } = await startDashboard()
    const { id } = (await create({ amount: 10 })).body.data
    expect((await person.get(`${CHARGES}/${id}`)).text).toMatch(/Can be paid until .* Open the payer’s page/)
    await dashboard(`/payments/${id}/expire`, {})
    clock.advance(1000)
    await dashboard(`/payments/${id}/pay`, {})
    const { text, html } = await person.get(`${CHARGES}/${id}`)
    expect(text).toMatch(/Could be paid until [\d-]+ [\d:]+ Paid late/)
    expect(text).toContain('The charge is PAID, so no bank takes its code.')
    expect(text).not.toContain('Open the payer’s page')
    expect(html).not.toMatch(/class="qr"|<kbd>p<\/kbd>/)
  })
})

describe('faults', () => {
  const PATH = `${MAIN}/faults`
  const none = { kind: 'hang', status: '500', delaySeconds: '5', often: 'always', times: '1', percent: '10' }

  it.each([
    [
      { kind: 'status', status: '503', often: 'times', times: '2' },
      { kind: 'status', status: 503, times: 2 },
      'Answer 503 0 2 of 2',
    ],
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
  ])('are added as %j', async (chosen, kept, shown) => {
    const { person, dashboard } = await startDashboard()
    const { text } = await person.act(PATH, PATH, { ...none, on: 'balance', ...chosen })
    expect(text).toContain(shown)
    expect(text).toContain('Faults 1')
    expect((await dashboard('/faults')).body.data).toMatchObject([{ on: 'balance', ...kept }])
  })

  it('are used, counted, and cleared', async () => {
    const { person, dashboard, api } = await startDashboard()
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
    expect((await dashboard('/faults')).body.data).toEqual([])
  })

  it.each([
    [{ kind: 'delay', delaySeconds: 'x' }, 'delaySeconds'],
    [{ often: 'times', times: '0' }, 'times'],
    [{ often: 'rate', percent: '101' }, 'percent'],
    [{ on: 'nothing' }, 'on'],
  ])('are refused as %j, beside the field', async (chosen, field) => {
    const { person, dashboard } = await startDashboard()
    const refused = await person.submit(PATH, PATH, { ...none, on: 'get', ...chosen })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`id="${field}-error"`)
    expect((await dashboard('/faults')).body.data).toEqual([])
  })
})

it('a store whose account is unavailable says so on every page, and can be made available', async () => {
  const { person, dashboard, api } = await startDashboard()
  await dashboard('/store/disable', {})
  const page = await person.get(CHARGES)
  expect(page.text).toContain('Unavailable account Every call with a key of this store is refused with 403.')
  await person.act(CHARGES, `${MAIN}/enable`)
  expect((await api('/status')).status).toBe(200)
})

it('several stores are chosen by a list, and each shows its own', async () => {
  const { person, dashboard, create } = await startDashboard()
  await create({ amount: 10.5, description: 'Of the first' })
  expect((await person.get(MAIN)).html).not.toContain('class="switcher"')
  await dashboard('/stores', { name: 'filial' })
  const second = await person.get('/stores/filial')
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
