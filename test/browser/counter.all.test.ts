/** The dashboard on a phone, and beside a counter. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { live, openDashboard, row } from './visit.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const heightOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollHeight')

describeInBrowser('at the counter', windows => {
  test('a phone shows the QR code of a charge on its first screen', async () => {
    const { operator, visit } = await openDashboard(windows, { person: PHONE })
    const id = await operator.create('10.50')
    const page = await visit(`charges/${id}`)
    const { y, height } = (await page.getByRole('img', { name: /QR code/ }).boundingBox())!
    expect(y + height).toBeLessThanOrEqual(740)
  })

  test('a phone shows a page of charges as lines', async () => {
    const { operator, visit } = await openDashboard(windows, { person: PHONE })
    await operator.pixctl(['sandbox', 'seed', '60'])
    const page = await visit('charges')
    const rows = await page.locator('tbody tr').all()
    expect(rows).toHaveLength(50)
    const heights = await Promise.all(rows.map(async each => (await each.boundingBox())!.height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(64)
    expect(await heightOf(page)).toBeLessThan(4_000)
    // Each says what the table does: the amount with its link, the state, the time, and the description below.
    const first = page.getByRole('row').nth(1)
    expect((await first.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual([
      expect.stringMatching(/^R\$/),
      expect.stringMatching(/^(waiting|paid|expired|failed|creating|paid late)$/),
    ])
  })

  test('keys are shown where there is a keyboard', async () => {
    const caps = async (person = {}) => {
      const { operator, visit } = await openDashboard(windows, { person })
      const page = await visit(`charges/${await operator.create()}`)
      const all = await page.locator('.kbd').all()
      return Promise.all(all.map(each => each.isVisible()))
    }
    expect(await caps(PHONE)).not.toContain(true)
    expect(await caps()).toContain(true)
  })

  test('a charge counts the time down, and the overview shows at once what was paid', async () => {
    const { window, operator, visit } = await openDashboard(windows)
    await operator.pixctl(['sandbox', 'pay', await operator.create('1.00')])
    const id = await operator.create('43.21')
    const charge = await visit(`charges/${id}`)
    await live(charge)
    const left = () => charge.getByRole('timer').innerText()
    const before = await left()
    expect(before).toMatch(/^(30:00|29:5\d)$/)
    await expect.poll(left).not.toBe(before)
    await live(window)
    await operator.pixctl(['sandbox', 'pay', id])
    const event = row(window, 'charge paid').filter({ hasText: '43,21' })
    await event.waitFor()
    expect(await window.locator('#announcer').textContent()).toBe('0 to be paid, 2 paid today')
  })
})
