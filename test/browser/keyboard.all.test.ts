/** The dashboard with the keyboard alone: nothing here touches a mouse. */

import { expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/http.ts'
import { ONE_ATTEMPT } from '../support/service.ts'
import { follow, heading, live, openDashboard, row, shows, startReceiver, tabTo } from './visit.ts'

describeInBrowser('the keyboard', windows => {
  test('registers an endpoint, creates a charge and pays it', async () => {
    const receiver = await startReceiver()
    const { window } = await openDashboard(windows)
    const { keyboard } = window
    await tabTo(window, /^Webhooks/)
    await keyboard.press('Enter')
    await heading(window, 'Webhooks')
    await tabTo(window, /URL/)
    await keyboard.type(receiver.url)
    await keyboard.press('Enter')
    await heading(window, receiver.url)

    await tabTo(window, /^Charges/)
    await keyboard.press('Enter')
    await heading(window, 'Charges')
    await keyboard.press('n')
    await heading(window, 'New charge')
    // The amount has the focus.
    await keyboard.type('10,50')
    await keyboard.press('Enter')
    await heading(window, /to be paid/)
    await tabTo(window, /^Pay$/)
    await keyboard.press('Enter')
    await heading(window, /paid/)
    await receiver.event('payment.approved')
  })

  test('makes a key and revokes it', async () => {
    const { sandbox, visit } = await openDashboard(windows)
    const page = await visit('keys')
    const { keyboard } = page
    await live(page)
    await tabTo(page, /^Create key$/)
    await keyboard.press('Enter')
    const apiKey = await page
      .getByRole('region', { name: /API key/ })
      .locator('code')
      .innerText()
    const status = async () =>
      (await call(`${sandbox.baseUrl}/balance`, { headers: { Authorization: `Bearer ${apiKey}` } })).status
    expect(await status()).toBe(200)
    await live(page)
    await tabTo(page, new RegExp(`^Revoke .*${apiKey.slice(-4)}$`))
    await keyboard.press('Enter')
    await heading(page, 'Revoke this key?')
    await tabTo(page, /^Cancel$/)
    await keyboard.press('Enter')
    await heading(page, 'API keys')
    expect(await status()).toBe(200)
    await tabTo(page, new RegExp(`^Revoke .*${apiKey.slice(-4)}$`))
    await keyboard.press('Enter')
    await heading(page, 'Revoke this key?')
    await tabTo(page, /^Revoke$/)
    await keyboard.press('Enter')
    await row(page, apiKey.slice(-4)).getByText('revoked', { exact: true }).waitFor()
    expect(await status()).toBe(401)
  })

  test('lets a charge expire, pays it late, and lets the next one go wrong', async () => {
    const { operator, visit } = await openDashboard(windows)
    const id = await operator.create('10.50')
    const payer = await visit(`pay/${id}`)
    await live(payer)
    await tabTo(payer, /^Let it expire$/)
    await follow(payer, () => payer.keyboard.press('Enter'))
    await shows(payer, 'This charge has expired')
    await tabTo(payer, /^Pay late/)
    await payer.keyboard.press('Enter')
    await heading(payer, 'Pix sent')

    const page = await visit('faults')
    await tabTo(page, /^Status code$/)
    // A list is chosen from by typing.
    await page.keyboard.type('503')
    await tabTo(page, /^How often$/)
    await page.keyboard.type('A number')
    await tabTo(page, /^Add fault$/)
    await page.keyboard.press('Enter')
    await row(page, 'Creating a charge').getByText('1 of 1').waitFor()
    const refused = await operator.pixctl(['charge', 'create', '--amount', '1', ...ONE_ATTEMPT, '--json'])
    expect(JSON.parse(refused.stderr)).toMatchObject({ status: 503 })
    await row(page, 'Creating a charge').getByText('used up').waitFor()
  })

  test('moves in lists, searches, and sends again', async () => {
    const receiver = await startReceiver()
    const { operator, visit } = await openDashboard(windows)
    await operator.pixctl(['sandbox', 'webhook', 'add', receiver.url])
    for (const amount of ['1.01', '2.02', '3.03']) await operator.create(amount)
    const page = await visit('charges')
    const { keyboard } = page
    const focused = () => page.evaluate('document.activeElement.closest("tr")?.textContent ?? ""')
    await live(page)
    await keyboard.press('j')
    expect(await focused()).toContain('3,03')
    await keyboard.press('j')
    expect(await focused()).toContain('2,02')
    await keyboard.press('k')
    await keyboard.press('k')
    expect(await focused()).toContain('3,03')
    // What changes meanwhile doesn't move it.
    await operator.create('4.04')
    await shows(page, /4,04/)
    expect(await focused()).toContain('3,03')
    await keyboard.press('j')
    await keyboard.press('Enter')
    await heading(page, /2,02/)

    await page.goBack()
    await keyboard.press('/')
    await keyboard.type('1,01')
    await keyboard.press('Enter')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await live(page)
    await keyboard.press('j')
    await keyboard.press('Enter')
    await heading(page, /1,01/)
    await tabTo(page, /payment\.created/)
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor({ state: 'hidden' })
  })

  test('sends a delivery again with r', async () => {
    const receiver = await startReceiver()
    const { operator, visit } = await openDashboard(windows)
    await operator.pixctl(['sandbox', 'webhook', 'add', receiver.url])
    await operator.create('1.01')
    await receiver.event('payment.created')
    const page = await visit('webhooks')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, receiver.url)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, /payment\.created/)
    await page.keyboard.press('r')
    await shows(page, 'The receiver answered 204')
    expect(receiver.received).toHaveLength(2)
  })

  test('copies the Pix code, and stays where it is', async () => {
    const person = { permissions: ['clipboard-read', 'clipboard-write'] }
    const { operator, visit } = await openDashboard(windows, { person })
    const id = await operator.create('10.50')
    const page = await visit(`charges/${id}`)
    await live(page)
    await tabTo(page, /^Copy the Pix code$/)
    await page.keyboard.press('Enter')
    await shows(page, 'Copied')
    const focused = "document.activeElement.getAttribute('aria-label')"
    expect(await page.evaluate(focused)).toBe('Copy the Pix code')
    const charge = JSON.parse((await operator.pixctl(['charges', 'get', id, '--json'])).stdout)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(charge.pixCode)
  })

  test('skips to the content, and shows where it is', async () => {
    const { window } = await openDashboard(windows)
    await window.keyboard.press('Tab')
    expect(await window.evaluate('document.activeElement.textContent')).toContain('Skip to the content')
    expect(await window.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none')
    await window.keyboard.press('Enter')
    // The focus follows when the browser next draws the page.
    await expect.poll(() => window.evaluate('document.activeElement.id')).toBe('main')
  })
})
