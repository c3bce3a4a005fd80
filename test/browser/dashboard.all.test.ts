/** What people do in the sandbox's dashboard, in a real browser. */

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/http.ts'
import { button, follow, heading, link, live, openDashboard, row, shows, startReceiver } from './visit.ts'

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

    const { headers, body } = await receiver.event('payment.approved')
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(JSON.parse(body).data.amount).toBe(35.9)
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

  test('pays late, and both windows show it', async () => {
    const { visit, operator } = await openDashboard(windows)
    const id = await operator.create('10.50')
    const [store, payer] = [await visit(`charges/${id}`), await visit(`pay/${id}`)]
    await live(payer)
    await live(store)
    await follow(payer, () => button(payer, 'Let it expire').click())
    await shows(payer, 'This charge has expired')
    await heading(store, /expired/)
    await button(payer, 'Pay late').click()
    await heading(payer, 'Pix sent')
    await heading(store, /paid/)
    expect(await operator.balance()).toBe(1039)
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
    expect(receiver.received).toHaveLength(3)
  })

  test('sends a delivery again', async () => {
    const receiver = await startReceiver()
    const { operator, visit } = await openDashboard(windows)
    await operator.pixctl(['sandbox', 'webhook', 'add', receiver.url])
    await operator.create('10.50')
    await receiver.event('payment.created')
    const webhooks = await visit('webhooks')
    await link(webhooks, receiver.url).click()
    await row(webhooks, 'payment.created').getByRole('link').first().click()
    await button(webhooks, /Send again/).click()
    await expect.poll(() => receiver.received.length).toBe(2)
    const [first, second] = receiver.received
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
    await shows(webhooks, 'The receiver answered 204')
  })
})
