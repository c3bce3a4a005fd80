/** The dashboard's pages of charges, and the form of a new one. */

import { describe, expect, it } from 'vitest'
import { readOutbox } from '../read-outbox.ts'
import { startReceiver } from '../receiver.ts'
import { CHARGES, formsOf, MAIN, startDashboard } from './pages.ts'

describe('the list of charges', () => {
  it('is filtered by status and text, with how many there are', async () => {
    const { person, create, control } = await startDashboard()
    const paid = (await create({ amount: 100, description: 'Pedido 1' })).body.data.id
    const open = (await create({ amount: 20, description: 'Frete' })).body.data.id
    await control(`/charges/${paid}/pay`, {})
    const shown = async (query: string) => {
      const { html } = await person.get(`${CHARGES}${query}`)
      return [paid, open].filter(id => html.includes(`href="${CHARGES}/${id}"`))
    }
    expect(await shown('')).toEqual([paid, open])
    expect(await shown('?status=PAID')).toEqual([paid])
    expect(await shown('?status=FAILED')).toEqual([])
    expect(await shown('?search=FRETE')).toEqual([open])
    expect(await shown('?search=100,00&status=PAID')).toEqual([paid])
    expect(await shown('?status=nope')).toEqual([paid, open])
    const { text } = await person.get(`${CHARGES}?search=zzz`)
    expect(text).toContain('All 2 to be paid 1 paid 1 expired 0 failed 0')
    expect(text).toContain('No charge matches')
  })

  it('goes on to the next page and back', async () => {
    const { person, control } = await startDashboard()
    await control('/seed', { count: 60 })
    const first = await person.get(CHARGES)
    const rows = (html: string) => [...html.matchAll(/data-row/g)].length
    expect(rows(first.html)).toBe(50)
    const next = /href="([^"]*after=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await person.get(next)
    expect(rows(second.html)).toBe(10)
    expect(second.html).toContain(`<a class="button plain" href="${CHARGES}" rel="prev"`)
  })

  it('starts from the top after a charge that is not there, such as one of before a reset', async () => {
    const { person, create } = await startDashboard()
    const { id } = (await create()).body.data
    const { html } = await person.get(`${CHARGES}?after=pay_none`)
    expect(html).toContain(`href="${CHARGES}/${id}"`)
    expect(html).not.toContain('rel="prev"')
  })
})

describe('the form of a new charge', () => {
  const NEW = `${CHARGES}/new`
  const typed = { amount: '10,50', description: 'Pão & café', validityMinutes: '1440', passFee: 'yes' }

  it('makes the charge that was typed', async () => {
    const { person, api } = await startDashboard()
    const charge = await person.act(NEW, NEW, typed)
    expect(charge.text).toContain('R$ 10,61 to be paid Pão & café')
    const [made] = (await api('/payments')).body.data
    const { description } = typed
    const amounts = { requestedAmount: 10.5, amount: 10.61, passFee: true }
    expect(made).toMatchObject({ ...amounts, validityMinutes: 1440, description })
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
    ['', 'Enter the amount.'],
    ['1.000', 'It could be two amounts: write 1000.00 or 1.00.'],
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
})

describe('a charge', () => {
  it('has its Pix code, QR code and deliveries', async () => {
    const { person, create, control } = await startDashboard()
    const receiver = await startReceiver()
    await control('/webhooks', { url: receiver.url })
    const { id, pixCode, qrCode } = (await create({ amount: 10.5 })).body.data
    await receiver.received.until(1)
    const { html, text } = await person.get(`${CHARGES}/${id}`)
    expect(text).toContain(`Time left 30:00 ${pixCode}`)
    expect(html).toContain(`src="${qrCode}"`)
    expect(text).toContain('payment.created delivered')
    expect(text).toContain(receiver.url)
    expect(text).not.toMatch(/is paid|9007199254740993/)
  })

  it.each([
    ['charges', 'pay', 'PAID', 'is paid', 'was paid'],
    ['pay', 'expire', 'EXPIRED', 'has expired', 'had expired'],
    ['charges', 'fail', 'FAILED', 'has failed', 'had failed'],
  ])('of the page %s is changed by %s to %s, once', async (section, move, state, is, was) => {
    const { person, create, api, sandbox } = await startDashboard()
    const { id } = (await create()).body.data
    const path = `${MAIN}/${section}/${id}`
    const before = await person.get(path)
    const after = await person.act(path, `${path}/${move}`)
    expect(after.html).toContain(`data-announce="The charge ${is}"`)
    expect((await api(`/payments/${id}`)).body.data.status).toBe(state)
    // The page of before still has the button.
    const { hidden } = formsOf(before.html).find(({ action }) => action === `${path}/${move}`)!
    const again = await person.send(`${path}/${move}`, hidden)
    expect((await person.get(again.location)).text).toContain(`The charge ${was} already`)
    expect(readOutbox(sandbox)).toHaveLength(2)
  })

  it('that failed can not be paid, and the page says so without a word of paid', async () => {
    const { person, create, control } = await startDashboard()
    const { id } = (await create()).body.data
    const path = `${MAIN}/pay/${id}`
    const { hidden } = formsOf((await person.get(path)).html)[0]!
    await control(`/charges/${id}/fail`, {})
    const answer = await person.send(`${path}/pay`, hidden)
    const page = await person.get(answer.location)
    expect(page.text).toContain("The charge has failed, so it can't be paid.")
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
    const { person, control, create, clock } = await startDashboard()
    await control('/faults', { on: 'create', kind: 'delay', delaySeconds: 60, times: 1 })
    const creating = create()
    const { html } = await person.until(CHARGES, 'creating 1')
    const [, id] = /\/charges\/(pay_\w+)/.exec(html)!
    for (const section of ['charges', 'pay']) {
      const page = await person.get(`${MAIN}/${section}/${id}`)
      expect(page.text).toMatch(/creating|is being created/)
      expect(page.html).not.toContain(`${id}/pay"`)
    }
    clock.advance(60_000)
    await creating
    expect((await person.get(`${MAIN}/pay/${id}`)).text).toContain('You are paying')
  })
})

describe('a charge that was paid late', () => {
  it('says so, and offers its code to nobody', async () => {
    const { person, create, control, clock } = await startDashboard()
    const { id } = (await create({ amount: 10 })).body.data
    expect((await person.get(`${CHARGES}/${id}`)).text).toMatch(/Open the payer’s page .* Can be paid until/)
    await control(`/charges/${id}/expire`, {})
    clock.advance(1000)
    await control(`/charges/${id}/pay`, {})
    const { text, html } = await person.get(`${CHARGES}/${id}`)
    expect(text).toMatch(/Could be paid until [\d-]+ [\d:]+ Paid late/)
    expect(text).toContain('Already paid The charge is paid, so no bank takes its code.')
    expect(text).not.toContain('Open the payer’s page')
    expect(html).not.toMatch(/class="qr"|<kbd>p<\/kbd>/)
  })
})
