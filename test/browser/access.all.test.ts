/** Who gets in to the dashboard, and what it is without scripts. */

import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { Machine } from '../support/pixctl.ts'
import { spawnSandbox } from '../support/sandbox.ts'
import { button, heading, leave, link, openDashboard, shows } from './visit.ts'

describeInBrowser('the way in', windows => {
  test('is the address that the built program prints, once', async () => {
    const machine = new Machine()
    onTestFinished(() => machine[Symbol.dispose]())
    const { line } = await spawnSandbox(machine)
    const [one, other] = [await windows(), await windows()]
    const window = await one.open(line.loginUrl)
    await heading(window, 'Overview')
    expect(window.url()).not.toContain('login')
    const again = await other.open(line.loginUrl)
    await shows(again, 'wrong, too old, or was used before')

    const { stdout } = await machine.pixctl(['sandbox', 'open', '--print'])
    const next = await other.open(stdout.trim())
    await heading(next, 'Overview')
  })

  test('is needed for every page, and leads back to it', async () => {
    const { operator, sandbox, window } = await openDashboard(windows)
    const id = await operator.create('98.76')
    const stranger = await windows()
    const path = `/stores/main/charges/${id}`
    const page = await stranger.open(sandbox.dashboardUrl + path)
    await heading(page, 'Log in')
    expect(await page.content()).not.toContain('98,76')
    const { stdout } = await operator.pixctl(['sandbox', 'open', '--print'])
    await page.getByLabel(/login code/).fill(stdout.trim().split('#login=')[1]!)
    await button(page, 'Log in').click()
    await heading(page, /98,76/)
    expect(new URL(page.url()).pathname).toBe(path)
    // A login lasts until it is ended, in its own browser only.
    await button(page, 'Log out').click()
    await heading(page, 'Log in')
    // The page may have noticed the end first, and asked for itself.
    await leave(page, stranger.problems)
    await window.reload()
    await heading(window, 'Overview')
  })

  test('leads to pages that work without scripts', async () => {
    const { window, sandbox } = await openDashboard(windows)
    const { cookies } = await window.context().storageState()
    const { open } = await windows({ javaScriptEnabled: false, storageState: { cookies, origins: [] } })
    const page = await open(sandbox.dashboardUrl)
    await link(page, 'Wallet').click()
    await page.getByLabel('Amount in reais').fill('nothing')
    await button(page, 'Deposit').click()
    await shows(page, /Write it as 35.90/)
    await page.getByLabel('Amount in reais').fill('120,50')
    await button(page, 'Deposit').click()
    await shows(page, /R\$\s120,50 deposited/)
    await link(page, 'Charges').click()
    await link(page, 'New charge').first().click()
    await page.getByLabel('Amount in reais').fill('10')
    await button(page, 'Create charge').click()
    await heading(page, /to be paid/)
    await button(page, 'Pay').click()
    await heading(page, /paid/)
    await link(page, 'API keys').click()
    await button(page, /Revoke/)
      .first()
      .click()
    await heading(page, 'Revoke this key?')
    await button(page, 'Revoke').click()
    await shows(page, 'revoked')
  })
})
