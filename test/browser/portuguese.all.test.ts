/** The pages in Portuguese: nothing is left in English, axe-core finds nothing, and nothing is cut off at any width. */

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, sidewaysOverflow } from '../support/browser.ts'
import { send, signed } from '../support/listener.ts'
import { startListening } from '../support/listening.ts'
import { testHost } from '../support/run.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { furnish } from './furnish.ts'
import { englishTexts, leftover } from './leftover.ts'
import { wrongWith } from './looks.ts'
import { button, follow, heading, live, openDashboard, shows } from './visit.ts'

/** The process itself is in English. */
const BRAZILIAN = { locale: 'pt-BR' }

describeInBrowser('in Portuguese', windows => {
  let english: Awaited<ReturnType<typeof englishTexts>>
  beforeAll(async () => {
    english = await englishTexts()
  })

  /** What is wrong with the page as it is: English texts, and what is out of sight at three widths. */
  async function wrongHere(page: Page): Promise<string[]> {
    const found = await leftover(page, english)
    if ((await page.getAttribute('html', 'lang')) !== 'pt-BR') found.push('lang')
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await sidewaysOverflow(page)
      if (overflow > 0) found.push(`${overflow} pixels are out of sight at ${width}`)
    }
    return found.map(each => `${new URL(page.url()).pathname}: ${each}`)
  }

  const wrongAt = async (page: Page, path: string) => [
    ...(await wrongWith(page, path)),
    ...(await wrongHere(page)),
  ]

  test('English texts are found where they are', async () => {
    const { window } = await openDashboard(windows)
    const found = await leftover(window, english)
    for (const text of ['Overview', 'Log out', 'Available balance', 'Copy the command', 'Live']) {
      expect(found).toContain(text)
    }
    expect(await window.getAttribute('html', 'lang')).toBe('en')
  })

  test('every page of the dashboard and the payer’s', async () => {
    const dashboard = await openDashboard(windows, { person: BRAZILIAN })
    const { window } = dashboard
    await heading(window, 'Visão geral')
    const found = await wrongHere(window)
    for (const path of ['wallet', 'webhooks', 'websocket', 'faults', 'charges']) {
      found.push(...(await wrongAt(window, `/stores/main/${path}`)))
    }
    for (const path of await furnish(dashboard))
      found.push(...(await wrongAt(window, `/stores/main/${path}`)))
    const stranger = await (await windows(BRAZILIAN)).open(`${dashboard.sandbox.dashboardUrl}/stores/main`)
    await heading(stranger, 'Entrar')
    found.push(...(await wrongHere(stranger)))
    expect(found).toEqual([])
  }, 180_000)

  test('what forms refuse, what is asked first, and what was done', async () => {
    const { window, visit, operator } = await openDashboard(windows, { person: BRAZILIAN })
    const found: string[] = []
    const submit = async (form: string) => {
      const send = window.locator(`form[action="/stores/main/${form}"] button[type=submit]`)
      await follow(window, () => send.click())
      await window.locator('[aria-invalid], .error, .notice, .secret').first().waitFor()
      found.push(...(await wrongHere(window)))
    }
    const at = (path: string) => window.goto(new URL(`/stores/main/${path}`, window.url()).href)
    await at('charges/new')
    await window.locator('#field-amount').fill('dez')
    await submit('charges/new')
    await shows(window, 'Escreva como 35,90 ou 1.000,00, com no máximo duas casas decimais.')
    await at('wallet')
    await window.locator('#field-amount').fill('100,00')
    await submit('wallet')
    await shows(window, /Depósito de R\$ 100,00 feito/)
    await at('webhooks')
    await window.locator('#field-url').fill('http://127.0.0.1:9/')
    await submit('webhooks')
    await follow(window, () => button(window, /^Enviar um teste/).click())
    await shows(window, 'Sem resposta: conexão recusada.')
    found.push(...(await wrongHere(window)))
    await at('keys')
    await button(window, 'Criar chave').click()
    await shows(window, 'Isto só aparece uma vez.')
    found.push(...(await wrongHere(window)))
    await button(window, /^Revogar/)
      .first()
      .click()
    await heading(window, 'Revogar esta chave?')
    found.push(...(await wrongHere(window)))
    const id = await operator.create()
    const other = await visit(`charges/${id}`)
    await follow(other, () => button(other, 'Fazer falhar').click())
    await shows(other, 'Não pode mais ser paga')
    found.push(...(await wrongHere(other)))
    expect(found).toEqual([])
  })

  test('every page of the inspector', async () => {
    const target = await openTarget(503, 200)
    const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
    const args = ['--inspect', '0', '--forward-to', target.url]
    const { url, says } = await startListening(host, args)
    const [, loginUrl] = await says(/(http:\S*#login=\S+)/)
    const window = await (await windows(BRAZILIAN)).open(loginUrl!)
    await heading(window, 'Entregas')
    await live(window)
    const found = await wrongAt(window, '/')
    const accepted = signed()
    await send(url, accepted)
    await send(url, { ...accepted, headers: { ...accepted.headers, 'X-Service-Delivery': 'dlv_again' } })
    await send(url, signed({ headers: { 'X-Service-Signature': undefined } }))
    await send(url, signed({ headers: { 'X-Service-Signature': 't=1,v1=2' } }))
    await send(url, signed({ headers: { 'X-Service-Delivery': undefined } }))
    await send(url, signed({ at: Math.floor(Date.now() / 1000) - 3_600 }))
    await send(url, signed({ secret: 'whsec_another' }))
    const { body, headers } = signed()
    await send(url, { body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2)), headers })
    // The copy is the same event.
    await expect.poll(() => window.locator('[data-row]').count()).toBe(7)
    await window.locator('.badge.good').first().waitFor()
    const paths = await window
      .locator('[data-row]')
      .evaluateAll(links =>
        links.map(each => (each as unknown as { getAttribute(name: string): string }).getAttribute('href')),
      )
    for (const path of [...paths, '/?search=nothing', '/?forward=pending', '/deliveries/99', '/refused/99']) {
      found.push(...(await wrongAt(window, path)))
    }
    const saved = paths.find(path => path.startsWith('/deliveries/'))
    for (const to of ['nowhere else', 'https://shop.example/pix', target.url]) {
      await window.goto(new URL(saved!, window.url()).href)
      await window.locator('#field-to').fill(to)
      await follow(window, () => window.locator('form.replay button').click())
      await window.locator('.field [aria-invalid], form .button[href], .notice').first().waitFor()
      found.push(...(await wrongHere(window)))
    }
    expect(found).toEqual([])
  })
})
