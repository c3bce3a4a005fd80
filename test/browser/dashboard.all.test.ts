/** What people do in the sandbox's dashboard, in a real browser. */

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { startReceiver } from '../sandbox/receiver.ts'
import { describeInBrowser, violations } from '../support/browser.ts'
import { call } from '../support/http.ts'
import { button, deliveryOf, heading, link, openDashboard, row, shows } from './visit.ts'

describeInBrowser('the dashboard', windows => {
  test('registers an endpoint, and its receiver gets a payment that the payer confirms', async () => {
    const receiver = await startReceiver()
    const { window, visit } = await openDashboard(windows)
    await link(window, 'Webhooks').click()
    await window.getByLabel('URL').fill(receiver.url)
    await button(window, 'Register endpoint').click()
    await heading(window, receiver.url)
    const secret = await window
      .getByRole('region', { name: /signing secret/ })
      .locator('code')
      .innerText()
    await window.reload()
    expect(await window.content()).not.toContain(secret)

    const store = await visit('charges/new')
    await store.getByLabel('Amount in reais').fill('35,90')
    await store.getByLabel('Description').fill('Açaí, 2 large')
    await button(store, 'Create charge').click()
    await heading(store, /R\$\s35,90.*to be paid/)
    const [payer] = await Promise.all([
      store.context().waitForEvent('page'),
      link(store, /payer/).first().click(),
    ])
    await shows(payer, 'Açaí, 2 large')
    await button(payer, /^Pay R\$/).click()
    await heading(payer, 'Pix sent')
    await heading(store, /paid/)

    const { headers, body } = await deliveryOf(receiver, 'payment.approved')
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(JSON.parse(String(body)).data.amount).toBe(35.9)
    await row(window, 'payment.approved').getByText('delivered').waitFor()
    await row(window, 'payment.approved').getByRole('link').first().click()
    await heading(window, /payment\.approved/)
    await shows(window, /Attempt 1 204/)
  })

  test('makes a key, which works until it is revoked', async () => {
    const { sandbox, window } = await openDashboard(windows)
    const status = async (apiKey: string) =>
      (await call(`${sandbox.baseUrl}/balance`, { headers: { Authorization: `Bearer ${apiKey}` } })).status
    await link(window, 'API keys').click()
    await window.getByLabel('Create charges').uncheck()
    await button(window, 'Create key').click()
    const secret = window.getByRole('region', { name: /API key/ }).locator('code')
    const apiKey = await secret.innerText()
    expect(await status(apiKey)).toBe(200)
    expect(await violations(window)).toEqual([])
    await window.reload()
    await heading(window, 'API keys')
    expect(await secret.count()).toBe(0)

    const own = row(window, apiKey.slice(-4))
    await own.getByRole('button', { name: /Revoke/ }).click()
    await shows(window, 'Revoke this key?')
    await window.getByRole('link', { name: 'Cancel' }).click()
    expect(await status(apiKey)).toBe(200)
    await own.getByRole('button', { name: /Revoke/ }).click()
    await shows(window, 'Revoke this key?')
    await button(window, 'Revoke').click()
    await own.getByText('revoked').waitFor()
    expect(await status(apiKey)).toBe(401)
  })

  test('lets deliveries go wrong, and shows the retries', async () => {
    const receiver = await startReceiver()
    const { window, operator, visit } = await openDashboard(windows, { args: ['--time-scale', '1000'] })
    await operator.pixctl(['sandbox', 'webhook', 'add', receiver.url])
    await link(window, 'Faults').click()
    await window.getByLabel('What goes wrong').selectOption({ label: 'Webhook deliveries' })
    await window.getByLabel('How', { exact: true }).selectOption('status')
    await window.getByLabel('Status').selectOption('503')
    await window.getByLabel('How often').selectOption('A number of times')
    await window.getByLabel('Number of times').fill('2')
    await button(window, 'Add fault').click()
    await row(window, 'Webhook deliveries').getByText('2 of 2').waitFor()
    const webhooks = await visit('webhooks')
    await link(webhooks, receiver.url).click()
    await operator.create('10.50')
    await row(window, 'Webhook deliveries').getByText('used up').waitFor()
    await row(webhooks, 'payment.created').getByText('delivered').waitFor()
    await row(webhooks, 'payment.created').getByRole('link').first().click()
    await heading(webhooks, 'payment.created')
    await shows(webhooks, /Attempt 1 503/)
    const attempts = webhooks.locator('.timeline > li')
    expect(await attempts.count()).toBe(3)
    expect(receiver.received.all).toHaveLength(3)
  })

  test('shows a QR code on the first screen of a phone, and charges as lines', async () => {
    const person = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { operator, visit } = await openDashboard(windows, { person })
    await operator.pixctl(['sandbox', 'seed', '60'])
    const page = await visit(`charges/${await operator.create('10.50')}`)
    const { y, height } = (await page.getByRole('img', { name: /QR code/ }).boundingBox())!
    expect(y + height).toBeLessThanOrEqual(740)
    const list = await visit('charges')
    const rows = await list.locator('tbody tr').all()
    const heights = await Promise.all(rows.map(async each => (await each.boundingBox())!.height))
    expect(rows).toHaveLength(50)
    expect(Math.max(...heights)).toBeLessThanOrEqual(64)
  })
})
