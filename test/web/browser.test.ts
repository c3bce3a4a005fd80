/** The script of the pages in a real browser, on a small site. */

import { expect, it } from 'vitest'
import { describeInBrowser, violations } from '../support/browser.ts'
import { serve } from '../support/serve.ts'
import { loggedIn, serving } from './serving.ts'

describeInBrowser('the web pages', windows => {
  it('log in by the address, whose code is then in no history', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at)
    expect(page.url()).toBe(`${at.origin}/`)
    await page.goBack()
    expect(page.url()).not.toContain('login')
    const second = await windows().then(({ open }) => open(at.origin))
    expect(await second.locator('h1').textContent()).toBe('Log in')
    expect(await second.content()).not.toContain('pay_8fK2')
  })

  it('log in in a window that shows the login page already, and keep the path', async () => {
    const at = await serving()
    const { open } = await windows()
    const page = await open(`${at.origin}/keys`)
    await page.goto(`${at.origin}/keys#${at.site.newLoginPath().slice(2)}`)
    await page.locator('h1', { hasText: 'API keys' }).waitFor()
  })

  it('log in by a link on another site, such as a terminal in the browser', async () => {
    const at = await serving()
    const terminal = await serve((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<a href="${at.loginUrl()}">log in</a>`),
    )
    const { open } = await windows({ origins: [at.origin] })
    const page = await open(terminal.replace('127.0.0.1', 'localhost'))
    await page.getByRole('link').click()
    await page.locator('h1', { hasText: 'Charges' }).waitFor()
  })

  it('press the button of the row with the focus', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.locator('.notice', { hasText: 'The charge is paid.' }).waitFor()
    await page.locator('#announcer', { hasText: 'Done The charge is paid.' }).waitFor({ state: 'attached' })
    expect(at.data.charges[1]!.status).toBe('PAID')
  })

  it('search and show their keys', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at)
    await page.keyboard.press('?')
    await page.locator('dialog#keys[open]').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('dialog#keys[open]').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('j?/')
    expect(await page.getByLabel('Search').inputValue()).toBe('j?/')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('pay_8fK20xQ9mZ')
  })

  it('copy, and say so', async () => {
    const at = await serving()
    const { page } = await loggedIn(windows, at, '/empty', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    // The button says it for a moment only, so time stands still.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const button = page.getByRole('button', { name: 'Copy the command' })
    await button.click()
    await button.filter({ hasText: 'Copied' }).waitFor()
    expect(await page.locator('#announcer').textContent()).toBe('Copied')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'pixctl sandbox webhook add http://127.0.0.1:4242/',
    )
    await page.clock.runFor(1_500)
    expect(await button.textContent()).toBe('Copy')
  })
})
