/** How the pages change by themselves, in a real browser. */

import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { FakeClock } from '../support/clock.ts'
import { freePort } from '../support/http.ts'
import { demoData } from './demo.tsx'
import { loggedIn, serving } from './serving.ts'

describeInBrowser('the web pages', windows => {
  const isLive = '#live[data-state=live]'

  it('show a change by themselves, in every window', async () => {
    const at = await serving()
    const { page, open } = await loggedIn(windows, at)
    const other = await open(`${at.origin}/charges/pay_8fK21xQ9mZ`)
    await Promise.all([page, other].map(window => window.locator(isLive).waitFor({ state: 'attached' })))
    for (const status of ['FAILED', 'REFUNDED', 'FAILED'] as const) {
      at.data.charges[1]!.status = status
      at.changed()
      await page.locator('#pay_8fK21xQ9mZ', { hasText: status }).waitFor()
      await other.locator('h1', { hasText: status }).waitFor()
    }
  })

  it('rest after they took long, and then show what has changed', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at)
    await page.locator(isLive).waitFor({ state: 'attached' })
    const begun: number[] = []
    await page.route(`${at.origin}/`, async route => {
      begun.push(performance.now())
      if (begun.length === 1) await new Promise(resolve => setTimeout(resolve, 200))
      await route.continue()
    })
    // The first change may come with a reading that had begun before.
    for (let turn = 0; begun.length < 2; turn++) {
      const status = turn % 2 === 0 ? 'FAILED' : 'REFUNDED'
      at.data.charges[1]!.status = status
      at.changed()
      await page.locator('#pay_8fK21xQ9mZ', { hasText: status }).waitFor()
    }
    expect(begun[1]! - begun[0]!).toBeGreaterThan(2_000)
  })

  it('keep the focus, what was typed and what was chosen while they change', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at, '/keys')
    const once = page.locator('form[action="/keys/key_1/revoke"] input[name=once]')
    const before = await once.inputValue()
    await page.getByLabel('Create charges').check()
    await page.getByLabel('Name').fill('my sh')
    await page.locator(isLive).waitFor({ state: 'attached' })
    const fetched = page.waitForResponse(answer => answer.request().headers()['pixctl-live'] === 'en')
    at.changed()
    await (await fetched).finished()
    await page.keyboard.type('op')
    expect(await page.getByLabel('Name').inputValue()).toBe('my shop')
    expect(await page.getByLabel('Create charges').isChecked()).toBe(true)
    // A second click after the change is still the same form.
    expect(await once.inputValue()).toBe(before)
  })

  it('keep the row that has the focus when another one comes before it', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at)
    await page.locator(isLive).waitFor({ state: 'attached' })
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('pay_8fK21xQ9mZ')
    at.data.charges.unshift({ ...at.data.charges[0]!, id: 'pay_new' })
    at.changed()
    await page.locator('#pay_new').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('pay_8fK21xQ9mZ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/charges/pay_8fK21xQ9mZ')
  })

  it('say that they aren\u2019t live when the server is gone, and that the login has ended when another came', async () => {
    // Nobody else gets it while the server is gone.
    const at = await serving(await freePort())
    const { page, problems } = await loggedIn(windows, at)
    await page.locator(isLive).waitFor({ state: 'attached' })
    await page.clock.install()
    await at.close()
    await page.locator('#live', { hasText: 'Not live: reconnecting' }).waitFor()
    expect(await page.locator('#announcer').textContent()).toBe('Not live: reconnecting')
    const says = async (text: string | RegExp) => {
      const state = page.locator('#live', { hasText: text })
      while (!(await state.isVisible())) await page.clock.fastForward(8_000)
    }
    await says(/^No contact since \d\d:\d\d\. If it runs again: pixctl demo open$/)
    await serving(at.port)
    await says('Logged out')
    expect(await page.locator('#page').textContent()).toContain('pay_8fK2')
    // The console reports each connection that fails, until the window is closed.
    await page.context().close()
    problems.splice(0)
  })

  it('say since when there is no contact with a server that is stopped, stop the time that is left, and lose their colour', async () => {
    // Its clock stands still, so it says nothing more.
    const at = await serving(0, demoData(), new FakeClock('2026-11-20T17:05:00Z'))
    const { page } = await loggedIn(windows, at, '/charges/pay_8fK21xQ9mZ')
    await page.clock.install({ time: new Date(2026, 10, 24, 20, 54) })
    await page.reload()
    await page.locator(isLive).waitFor({ state: 'attached' })
    // It takes connections, and doesn't answer.
    await page.route('**/live', () => {})
    await page.clock.fastForward(9_000)
    expect(await page.locator('#live').textContent()).toBe('Live')
    await page.clock.fastForward(1_000)
    await page.locator('#live', { hasText: 'No contact since 20:54' }).waitFor()
    expect(await page.locator('#announcer').textContent()).toBe('No contact since 20:54')
    const before = await page.getByRole('timer').innerText()
    await page.clock.runFor(5_000)
    expect(await page.getByRole('timer').innerText()).toBe(before)
    const filter = "getComputedStyle(document.querySelector('#page > *')).filter"
    expect(await page.evaluate(filter)).toBe('grayscale(1)')
    await page.unroute('**/live')
    await page.clock.fastForward(10_000)
    await page.locator(isLive).waitFor({ state: 'attached' })
  })

  it('say that they aren’t live while the server can’t show what has changed', async () => {
    const at = await serving()
    const { page, problems } = await loggedIn(windows, at)
    await page.locator(isLive).waitFor({ state: 'attached' })
    const { charges } = at.data
    at.data.charges = null as never
    at.changed()
    await page.locator('#live', { hasText: 'Not live' }).waitFor()
    charges[1]!.status = 'PAID'
    at.data.charges = charges
    await page.locator('#pay_8fK21xQ9mZ', { hasText: 'PAID' }).waitFor()
    await page.locator(isLive).waitFor({ state: 'attached' })
    // The console reports each answer of 500, until the window is closed.
    await page.context().close()
    problems.splice(0)
  })

  it('count the time that is left, whatever the clock of their machine says', async () => {
    const at = await serving(0, demoData(), new FakeClock('2026-11-20T17:05:00Z'))
    const { page } = await loggedIn(windows, at)
    await page.clock.install({ time: '2026-11-21T09:00:00Z' })
    await page.goto(`${at.origin}/charges/pay_8fK21xQ9mZ`)
    const left = async () => {
      const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number)
      return minutes * 60 + seconds
    }
    const before = await left()
    expect(before).toBeGreaterThan(28 * 60)
    await page.clock.fastForward(5_000)
    await expect.poll(left).toBeLessThanOrEqual(before - 5)
    expect(await left()).toBeGreaterThan(before - 60)
  })
})
