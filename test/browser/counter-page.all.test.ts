/** The counter as a page in a real browser, served by the built program for a sandbox. */

import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser, type NewWindows, type Person } from '../support/browser.ts'
import { ended, Machine, said } from '../support/pixctl.ts'
import { operatorOf, spawnSandbox } from '../support/sandbox.ts'
import { englishTexts, leftover } from './leftover.ts'
import { wrongWith } from './looks.ts'
import { button, follow, heading, leave, link, live, shows } from './visit.ts'

const TABLET = { viewport: { width: 1024, height: 768 } }

async function openCounter(windows: NewWindows, person: Person = {}) {
  const machine = new Machine()
  const sandbox = await spawnSandbox(machine)
  const child = machine.start(['charges', 'watch', '--web', '0', '--profile', 'sandbox'])
  const end = ended(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await end
    machine[Symbol.dispose]()
  })
  const url = /http:\S+#login=\S+/.exec(await said(child.stderr, '#login='))![0]
  const own = await windows(person)
  const window = await own.open(url)
  // Each page asks processes, which a busy machine starts slowly.
  window.context().setDefaultTimeout(60_000)
  await window.locator('#field-amount').waitFor()
  await window.waitForLoadState()
  const operator = operatorOf(machine)
  const pay = (id: string) => operator.pixctl(['sandbox', 'pay', id])
  return { ...own, sandbox, child, window, origin: new URL(url).origin, pay, ...operator }
}

/** The id of the charge whose page it is. */
const idOf = (page: Page) => /\/charges\/([\w-]+)/.exec(page.url())![1]!

/** Sends the form of the first page, and waits for the charge. */
async function charged(page: Page): Promise<string> {
  await follow(page, () => page.keyboard.press('Enter'))
  // A machine that takes more than two seconds for it leads to the list, where it stands once it is made.
  if (!page.url().includes('/charges/')) await page.locator('#to-pay [data-row]').first().click()
  await page.waitForURL('**/charges/*')
  await page.waitForLoadState()
  return idOf(page)
}

const isInSight = async (page: Page, selector: string) => {
  const { y, height } = (await page.locator(selector).first().boundingBox())!
  return y >= 0 && y + height <= page.viewportSize()!.height
}

describeInBrowser('the page of the counter', windows => {
  test('charges, asks, and turns NOT PAID into PAID over the whole screen, by the keyboard alone', async () => {
    const { window, pay } = await openCounter(windows, TABLET)
    // The amount has the focus.
    await window.keyboard.type('R$ 35,90')
    const id = await charged(window)
    await live(window)
    const qr = (await window.getByRole('img', { name: 'QR code' }).boundingBox())!
    expect(qr.height).toBeGreaterThan(768 / 2)
    expect(qr.y + qr.height).toBeLessThanOrEqual(768)
    await window.keyboard.press('v')
    await heading(window, 'NOT PAID')
    await live(window)
    const letters = Number.parseFloat(
      await window.evaluate("getComputedStyle(document.querySelector('.verdict h1')).fontSize"),
    )
    // Letters that are read from three metres are 2 cm high; a tablet has about 50 pixels in a centimetre.
    expect(letters).toBeGreaterThan(100)
    await pay(id)
    await heading(window, 'PAID')
    const { width, height } = (await window.locator('.verdict.good').boundingBox())!
    expect([width, height]).toEqual([1024, 768])
    expect(await window.locator('#announcer').textContent()).toBe('PAID')
    await window.keyboard.press('Escape')
    await window.waitForURL(url => url.pathname === '/')
    await window.locator('#just-paid tr', { hasText: '35,90' }).waitFor()
  })

  test('shows the customer the code alone, which turns into PAID without a login', async () => {
    const { window, pay, origin } = await openCounter(windows)
    await window.locator('#field-amount').fill('12,50')
    const id = await charged(window)
    const path = await link(window, 'Page for the customer').getAttribute('href')
    const customer = await (await windows()).open(origin + path)
    await shows(customer, /12,50/)
    await live(customer)
    expect(await customer.getByRole('link').count()).toBe(0)
    await pay(id)
    await heading(customer, 'PAID')
  })

  test.each([
    [1024, 768],
    [360, 740],
  ])('keeps what was just paid in sight at %i by %i, whatever waits', async (width, height) => {
    const { window, create, pay, pixctl } = await openCounter(windows, { viewport: { width, height } })
    await pixctl(['sandbox', 'seed', '60'])
    const id = await create('77.77')
    for (let count = 0; count < 8; count++) await create()
    await pay(id)
    await window.locator('#just-paid tr', { hasText: '77,77' }).waitFor()
    expect(await isInSight(window, `#PAID-${id}`)).toBe(true)
  })

  test('a double click and a second window make one charge', async () => {
    const { window, open, origin, pixctl } = await openCounter(windows)
    await window.locator('#field-amount').fill('9,99')
    const key = await window.locator('input[name=key]').inputValue()
    await button(window, /^Charge/).dblclick()
    await window.waitForURL('**/charges/*')
    const other = await open(`${origin}/`)
    await other.locator('#field-amount').fill('9,99')
    await other.locator('input[name=key]').evaluate((field, value) => {
      ;(field as { value: string }).value = value
    }, key)
    await button(other, /^Charge/).click()
    await other.waitForURL('**/charges/*')
    expect(idOf(other)).toBe(idOf(window))
    const { stdout } = await pixctl(['charges', 'list', '--all', '-q'])
    expect(stdout.trim().split('\n')).toHaveLength(1)
  })

  test('plays a tone for each new payment, once a person has switched it on', async () => {
    const { window, create, pay } = await openCounter(windows)
    await window.context().addInitScript(`
      globalThis.tones = 0
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (when) {
        globalThis.tones++
        return start.call(this, when)
      }`)
    const tones = () => window.evaluate('tones') as Promise<number>
    await pay(await create('1.00'))
    await window.locator('#just-paid tr', { hasText: '1,00' }).waitFor()
    await window.reload()
    await live(window)
    await pay(await create('2.00'))
    await window.locator('#just-paid tr', { hasText: '2,00' }).waitFor()
    expect(await tones()).toBe(0)
    await button(window, 'Sound: off').click()
    await button(window, 'Sound: on').waitFor()
    const before = await tones()
    await pay(await create('3.00'))
    await window.locator('#just-paid tr', { hasText: '3,00' }).waitFor()
    expect(await tones()).toBe(before + 2)
    // It is remembered, and what is there already makes no sound.
    await window.reload()
    await button(window, /Sound: (on|touch)/).waitFor()
    expect(await tones()).toBe(0)
  })

  test('says "no contact" in large letters when its server is stopped, and when it is killed', async () => {
    const { window, child, create, open, origin, problems } = await openCounter(windows)
    const charge = await open(`${origin}/charges/${await create()}`)
    const path = await link(charge, 'Page for the customer').getAttribute('href')
    const customer = await open(origin + path)
    const pages = [window, charge, customer]
    await Promise.all(pages.map(live))
    const areOut = async () => {
      for (const page of pages) {
        const words = page.locator('#live', { hasText: /No contact since \d\d:\d\d/ })
        await words.waitFor()
        const { height, width } = (await words.boundingBox())!
        expect(height).toBeGreaterThan(40)
        expect(width).toBe(1280)
      }
    }
    child.kill('SIGSTOP')
    await areOut()
    expect(await customer.locator('#live').textContent()).not.toContain('pixctl')
    child.kill('SIGCONT')
    await Promise.all(pages.map(live))
    child.kill('SIGKILL')
    await areOut()
    await window.locator('#live', { hasText: 'If it runs again: pixctl charges watch --web' }).waitFor()
    await leave(window, problems)
  })

  test('says since when the service is silent, and is not live', async () => {
    const { window, sandbox, problems } = await openCounter(windows)
    await live(window)
    await sandbox.stop('SIGKILL')
    await window.locator('.contact', { hasText: /No contact since \d\d:\d\d/ }).waitFor()
    expect(await window.locator('#live').isVisible()).toBe(false)
    await leave(window, problems)
  })

  test('is readable without scripts, and makes a charge', async () => {
    const { window, origin } = await openCounter(windows)
    const { cookies } = await window.context().storageState()
    const { open } = await windows({ javaScriptEnabled: false, storageState: { cookies, origins: [] } })
    const page = await open(origin)
    await link(page, 'Type here without reloads').click()
    await page.getByLabel('Amount in reais').fill('8,50')
    await button(page, 'Charge').click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await shows(page, /8,50/)
    await button(page, /Ask the service/).click()
    await shows(page, 'NOT PAID')
  })

  test('is accessible in both languages, light and dark, and fits on a phone', async () => {
    const english = await englishTexts()
    const found: string[] = []
    for (const locale of ['en-US', 'pt-BR']) {
      const { window, create, pay, pixctl } = await openCounter(windows, { locale })
      const long = `${'W'.repeat(40)}<img src=x onerror=alert(1)>\u202eçãé`
      await pixctl(['charge', 'create', '--amount', '999.99', '--description', long])
      const [paid, open, expired] = [await create(), await create(), await create()]
      await pay(paid)
      await pixctl(['sandbox', 'expire', expired])
      await window.locator(`#EXPIRED-${expired}`).waitFor()
      const asked = `/charges/${open}`
      await window.goto(new URL(asked, window.url()).href)
      const customer = (await window.locator('a[target=pixctl-customer]').getAttribute('href'))!
      await window.keyboard.press('v')
      await window.locator('.verdict').waitFor()
      const { pathname, search } = new URL(window.url())
      for (const path of [
        '/',
        '/?search=nothing',
        asked,
        pathname + search,
        `/charges/${paid}`,
        `/charges/${expired}`,
        customer,
        '/charges/none',
      ]) {
        found.push(...(await wrongWith(window, path)))
        if (locale !== 'en-US')
          found.push(...(await leftover(window, english)).map(each => `${path}: ${each}`))
      }
    }
    expect(found).toEqual([])
  }, 600_000)
})
