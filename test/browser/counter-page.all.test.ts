/** The counter as a page in a real browser, served by the built program for a sandbox. */

import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser, type NewWindows, type Person } from '../support/browser.ts'
import { ended, Machine, said } from '../support/pixctl.ts'
import { operatorOf, spawnSandbox } from '../support/sandbox.ts'
import { englishTexts, leftover } from './leftover.ts'
import { wrongWith } from './looks.ts'
import { button, follow, heading, leave, link, live, shows } from './visit.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TABLET = { viewport: { width: 1024, height: 768 } }

async function openCounter(windows: NewWindows, person: Person = {}, ...flags: string[]) {
  const machine = new Machine()
  const sandbox = await spawnSandbox(machine)
  onTestFinished(() => machine[Symbol.dispose]())
  const serve = async (port: string) => {
    const child = machine.start(['charges', 'watch', '--web', port, '--profile', 'sandbox', ...flags])
    const end = ended(child)
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await end
    })
    return { child, url: /http:\S+#login=\S+/.exec(await said(child.stderr, '#login='))![0] }
  }
  const { child, url } = await serve('0')
  const restart = () => serve(new URL(url).port)
  const own = await windows(person)
  const window = await own.open(url)
  // Each page asks processes, which a busy machine starts slowly.
  window.context().setDefaultTimeout(60_000)
  await window.locator('#field-amount').waitFor()
  await window.waitForLoadState()
  const operator = operatorOf(machine)
  const pay = (id: string) => operator.pixctl(['sandbox', 'pay', id])
  return { ...own, machine, sandbox, child, restart, window, origin: new URL(url).origin, pay, ...operator }
}

/** The id of the charge whose page it is. */
const idOf = (page: Page) => /\/charges\/([\w-]+)/.exec(page.url())![1]!

/** Charges an amount from the first page, and waits for the charge. */
async function charged(page: Page, amount: string): Promise<string> {
  await page.locator('#field-amount').fill(amount)
  await follow(page, () => page.keyboard.press('Enter'))
  // A machine that takes more than two seconds for it leads to the list, where it stands once it is made.
  if (!page.url().includes('/charges/')) await page.locator('#to-pay [data-row]').first().click()
  await page.waitForURL('**/charges/*')
  await page.waitForLoadState()
  return idOf(page)
}

/** The path of the page for the customer. */
const customerOf = async (page: Page) =>
  (await page.locator('a[target=pixctl-customer]').getAttribute('href'))!

const SEND = '#charging form > .button'

const isInSight = async (page: Page, selector: string) => {
  const { y, height } = (await page.locator(selector).first().boundingBox())!
  return y >= 0 && y + height <= page.viewportSize()!.height
}

describeInBrowser('the page of the counter', windows => {
  test('charges, asks, and turns NOT PAID into PAID over the whole screen, by the keyboard alone', async () => {
    const { window, pay } = await openCounter(windows, TABLET)
    // The amount has the focus.
    await window.keyboard.type('R$ 35,90')
    await window.keyboard.press('Enter')
    await window.waitForURL('**/charges/*')
    await live(window)
    const id = idOf(window)
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
    const customer = await (await windows(TABLET)).open(origin + (await customerOf(window)))
    await heading(customer, 'Pay here with Pix')
    await live(customer)
    const id = await charged(window, '12,50')
    await shows(customer, /12,50/)
    const qr = (await customer.getByRole('img', { name: 'QR code' }).boundingBox())!
    expect(qr.y + qr.height).toBeLessThanOrEqual(768)
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

  test.each([
    ['a phone', PHONE],
    ['a tablet', { ...PHONE, ...TABLET }],
  ])('nothing that arrives moves the form on %s, and fingers find what they touch', async (_, person) => {
    const { window, create, pay, problems } = await openCounter(windows, person)
    const ids = [await create('1.00'), await create('2.00')]
    await window.locator(`#PENDING-${ids[1]}`).waitFor()
    await window.locator('#field-amount').fill('350')
    expect(await window.locator('#typed').textContent()).toBe('R$ 350,00')
    const before = await window.locator(SEND).boundingBox()
    for (const id of ids) await pay(id)
    await window.locator(`#PAID-${ids[1]}`).waitFor()
    expect(await window.locator(SEND).boundingBox()).toEqual(before)
    // What is wrong stands below it.
    await window.locator('#field-amount').fill('1.500')
    await window.locator(SEND).click()
    await window.locator('#problem', { hasText: 'not an amount' }).waitFor()
    expect(await window.locator(SEND).boundingBox()).toEqual(before)
    expect((await window.locator('header').boundingBox())!.height).toBeLessThan(60)
    await window.locator('summary').click()
    const small =
      await window.evaluate(`[...document.querySelectorAll('a, button, input, summary, tr.linked')]
      .filter(each => each.checkVisibility() && !each.closest('dialog') && !each.matches('.skip, .row-link'))
      .map(each => [each.outerHTML, each.getBoundingClientRect(), getComputedStyle(each).fontSize])
      .filter(([html, { width, height }, size]) =>
        width > 0 && (width < 44 || height < 44 || (html.startsWith('<input') && Number.parseFloat(size) < 16)))
      .map(([html]) => html)`)
    expect(small).toEqual([])
    // It is kept while the page changes.
    await create('3.00')
    await window.locator('#open', { hasText: '3,00' }).waitFor()
    expect(await window.locator('#field-amount').inputValue()).toBe('1.500')
    expect(problems.splice(0)).toEqual([expect.stringMatching(/^answer: 422/)])
  })

  test('a tap on what has just moved opens nothing, and one after that does', async () => {
    const { window, create } = await openCounter(windows, PHONE)
    const id = await create('1.00')
    await window.locator(`#PENDING-${id}`).waitFor()
    await window.evaluate(`new MutationObserver((_changes, observer) => {
      observer.disconnect()
      const tap = () => document.querySelector('#PENDING-${id} a')
        .dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }))
      globalThis.isOpened = tap()
      setTimeout(tap, 1_500)
    }).observe(document.querySelector('#open'), { childList: true, subtree: true })`)
    await create('2.00')
    await expect.poll(() => window.evaluate('globalThis.isOpened')).toBe(false)
    expect(new URL(window.url()).pathname).toBe('/')
    await window.waitForURL(`**/charges/${id}`)
  })

  test('keeps what was typed while its server is gone, says so at once, and sends it with the same key', async () => {
    const { window, child, restart, pixctl, problems } = await openCounter(windows)
    await live(window)
    await window.locator('#field-amount').fill('35,90')
    await window.locator('#field-description').fill('Mesa 4')
    const key = await window.locator('input[name=key]').inputValue()
    child.kill('SIGKILL')
    // Far less than the ten seconds of a silence.
    await window.locator('#live[data-state=away]').waitFor({ timeout: 5_000 })
    await window.locator(SEND).click()
    await window.locator('#problem', { hasText: 'What you typed is still here' }).waitFor()
    expect(await window.locator(SEND).textContent()).toBe('Try again')
    await restart()
    await live(window)
    await window.locator('#problem:empty').waitFor({ state: 'attached' })
    expect(await window.locator('#field-amount').inputValue()).toBe('35,90')
    expect(await window.locator('input[name=key]').inputValue()).toBe(key)
    await window.locator(SEND).click()
    await window.waitForURL('**/charges/*')
    await shows(window, 'Mesa 4')
    const { stdout } = await pixctl(['charges', 'list', '--all', '-q'])
    expect(stdout.trim()).toBe(idOf(window))
    await leave(window, problems)
  })

  test.each([
    ['', false],
    [' after a restart', true],
  ])('an answer that was lost makes no second charge when the form is sent again%s', async (_, restarts) => {
    const { window, child, restart, pixctl, problems } = await openCounter(windows)
    await live(window)
    let lost = 0
    await window.route('**/', async route => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch({ maxRedirects: 0 })
      await route.abort()
    })
    await window.locator('#field-amount').fill('9,99')
    await window.locator(SEND).click()
    await window.locator('#problem', { hasText: 'What you typed is still here' }).waitFor()
    if (restarts) {
      child.kill('SIGKILL')
      await window.locator('#live[data-state=away]').waitFor()
      await restart()
      await live(window)
    }
    await window.locator(SEND).click()
    await window.waitForURL('**/charges/*')
    await shows(window, restarts ? /9,99/ : 'This form was sent before')
    const { stdout } = await pixctl(['charges', 'list', '--all', '-q'])
    expect(stdout.trim()).toBe(idOf(window))
    await leave(window, problems)
  })

  test('takes cents by a keypad for fingers', async () => {
    const { window } = await openCounter(windows, PHONE, '--cents')
    const keys = window.locator('.keypad button')
    for (const key of await keys.all()) expect((await key.boundingBox())!.height).toBeGreaterThanOrEqual(56)
    for (const key of ['3', '5', '00', '9']) await keys.getByText(key, { exact: true }).tap()
    await button(window, 'Delete the last digit').tap()
    expect(await window.locator('#typed').textContent()).toBe('R$ 35,00')
    const { y, height } = (await keys.last().boundingBox())!
    expect(y + height).toBeLessThanOrEqual(844)
    await window.locator(SEND).tap()
    await window.waitForURL('**/charges/*')
    await shows(window, /35,00/)
  })

  test.each([
    ['a phone', PHONE],
    ['a tablet', { ...PHONE, ...TABLET }],
  ])('says at the form on %s what became of a charge that the service did not take', async (_, person) => {
    const { window, sandbox, problems } = await openCounter(windows, person, '--cents')
    await live(window)
    const before = await window.locator(SEND).boundingBox()
    await sandbox.stop('SIGKILL')
    for (const amount of ['777', '888']) {
      await window.locator('#field-amount').fill(amount)
      await follow(window, () => window.locator(SEND).tap())
      const last = window.locator('#under-way', { hasText: amount === '777' ? '7,77' : '8,88' })
      await last.filter({ hasText: 'not sent' }).filter({ hasText: 'Do not type it again' }).waitFor()
      // Something typed meanwhile keeps the form as it is, not what is said beside it.
      await window.locator('#field-amount').fill('1')
    }
    for (const name of ['Try again', 'Remove from the list']) {
      const { y, height } = (await window.locator('#under-way').getByRole('button', { name }).boundingBox())!
      expect(y + height).toBeLessThanOrEqual(person.viewport.height)
    }
    expect(await window.evaluate('scrollY')).toBe(0)
    expect(await window.locator(SEND).boundingBox()).toEqual(before)
    expect(await window.locator('#creations', { hasText: '7,77' }).count()).toBe(1)
    // What is wrong with the form takes some of that room, and moves nothing else.
    const list = await window.locator('#open').boundingBox()
    await window.locator('#field-amount').fill('x')
    await window.locator(SEND).tap()
    await window.locator('#problem', { hasText: 'not an amount' }).waitFor()
    expect(await isInSight(window, '#under-way p')).toBe(true)
    expect((await window.locator('#under-way p').first().boundingBox())!.height).toBeGreaterThan(20)
    expect(await window.locator('#open').boundingBox()).toEqual(list)
    await window.locator('#field-amount').fill('1')
    // It is asked about: the button beside it is pressed often.
    await window.locator('#under-way').getByRole('button', { name: 'Remove from the list' }).tap()
    await button(window, 'Remove from the list').tap()
    await window.locator('#under-way', { hasText: '7,77' }).waitFor()
    await leave(window, problems)
  })

  test('a touch on a link that shows the page in another way shows it, and what was typed stays', async () => {
    const { window, machine } = await openCounter(windows, PHONE)
    const input = 'reference,amount,description\n7,5.00,Ana\n'
    await machine.pixctl(['charge', 'create', '--from', '-', '--profile', 'sandbox'], { input })
    await window.locator('#field-amount').fill('350')
    const turned = async (from: string, to: string) => {
      await link(window, from).waitFor()
      // What has just moved takes no touch.
      await window.waitForTimeout(500)
      await link(window, from).tap()
      await link(window, to).waitFor({ timeout: 2_000 })
      return window.locator('#open tr', { hasText: 'Ana' }).count()
    }
    expect(await turned('Show lists (1)', 'Hide lists')).toBe(1)
    expect(await turned('Hide lists', 'Show lists (1)')).toBe(0)
    expect(await window.locator('#field-amount').inputValue()).toBe('350')
  })

  test('has the lists in sight on a tablet, beside the keypad too', async () => {
    const { window, create } = await openCounter(windows, TABLET, '--cents')
    const id = await create('1.00')
    await window.locator(`#PENDING-${id}`).waitFor()
    expect(await isInSight(window, `#PENDING-${id}`)).toBe(true)
  })

  test('goes back to the counter a minute after a payment, unless somebody uses the page', async () => {
    const { window, create, pay, open, origin } = await openCounter(windows)
    const id = await create('5.00')
    const used = await open(`${origin}/charges/${id}`)
    await window.clock.install()
    await used.clock.install()
    await window.goto(`${origin}/charges/${id}`)
    await used.reload()
    await pay(id)
    for (const page of [window, used]) {
      await heading(page, 'PAID')
      await page.clock.runFor(2_000)
    }
    await used.mouse.click(200, 700)
    await live(window)
    for (const page of [window, used]) await page.clock.runFor(58_000)
    expect(new URL(window.url()).pathname).not.toBe('/')
    await window.clock.runFor(4_000)
    await window.waitForURL(`${origin}/`)
    await used.clock.runFor(4_000)
    expect(used.url()).toContain(id)
    await link(used, 'New charge').click()
    await used.waitForURL(`${origin}/`)
    expect(await used.evaluate('document.activeElement.id')).toBe('field-amount')
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
    const customer = await open(origin + (await customerOf(window)))
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
    await window
      .locator('#live', { hasText: 'Is pixctl still open on the computer of the counter?' })
      .waitFor()
    await leave(window, problems)
  })

  test('says since when the service is silent, and is not live', async () => {
    const { window, sandbox, problems } = await openCounter(windows)
    await live(window)
    const before = await window.locator(SEND).boundingBox()
    await sandbox.stop('SIGKILL')
    await window.locator('.contact', { hasText: /No contact since \d\d:\d\d/ }).waitFor()
    expect(await window.locator(SEND).boundingBox()).toEqual(before)
    expect(await window.locator('#live').isVisible()).toBe(false)
    await leave(window, problems)
  })

  test('no contact is always seen, and a charge that waits does not look live then', async () => {
    const { window, sandbox, create, pay, origin, problems } = await openCounter(windows, PHONE)
    const [id, other] = [await create('1.00'), await create('2.00')]
    await window.goto(`${origin}/charges/${id}`)
    await live(window)
    await pay(other)
    await window.locator('#other', { hasText: 'ANOTHER charge was paid' }).waitFor()
    const isSeen = (selector: string) =>
      window.evaluate(`(each => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return each.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })(document.querySelector('${selector}'))`)
    for (const selector of ['.menu', '.env', '#other', '.waits'])
      expect([selector, await isSeen(selector)]).toEqual([selector, true])
    await sandbox.stop('SIGKILL')
    await window.locator('.contact').waitFor()
    for (const selector of ['.contact strong', '#other', '.pay .qr'])
      expect([selector, await isSeen(selector)]).toEqual([selector, true])
    expect(await window.getByText('Waiting for payment').isVisible()).toBe(false)
    await leave(window, problems)
  })

  test.each([
    ['a phone', PHONE],
    ['a tablet', TABLET],
  ])('shows what was searched below the search on %s, wherever it stands', async (_, person) => {
    const { window, create, pay } = await openCounter(windows, person, '--cents')
    const ids = [await create('12.90'), await create('3.00'), await create('4.00')]
    for (const id of ids.slice(0, 2)) await pay(id)
    const found = async (text: string) => {
      const search = window.getByRole('searchbox')
      await search.fill(text)
      await follow(window, () => search.press('Enter'))
      expect(await isInSight(window, '#filter-search')).toBe(true)
    }
    await found('12,90')
    expect(await isInSight(window, '#open tr.linked')).toBe(true)
    expect(await window.locator('#open tr.linked').count()).toBe(1)
    expect(await window.getByText('No charge matches').count()).toBe(0)
    await found('nothing-like-it')
    expect(await isInSight(window, '#open .empty-title')).toBe(true)
    expect(await window.getByText('No charge matches').count()).toBe(1)
  })

  test('the menu closes when something of it was chosen', async () => {
    const { window } = await openCounter(windows)
    await window.locator('.menu > summary').click()
    const customer = window.context().waitForEvent('page')
    await link(window, 'Page for the customer').click()
    await (await customer).waitForLoadState()
    expect(await link(window, 'Page for the customer').isVisible()).toBe(false)
  })

  test('is readable without scripts, and makes a charge', async () => {
    const { window, origin } = await openCounter(windows)
    const { cookies } = await window.context().storageState()
    const { open } = await windows({ javaScriptEnabled: false, storageState: { cookies, origins: [] } })
    const page = await open(origin)
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
      const customer = await customerOf(window)
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
