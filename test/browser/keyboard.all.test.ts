/** The dashboard with the keyboard alone: nothing here touches a mouse. */

import { expect, test } from 'vitest'
import { startReceiver } from '../sandbox/receiver.ts'
import { describeInBrowser } from '../support/browser.ts'
import { deliveryOf, heading, openDashboard, tabTo } from './visit.ts'

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
    await deliveryOf(receiver, 'payment.approved')
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
