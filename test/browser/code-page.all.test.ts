/** The page that `charge create --from --qr-dir` writes, opened from the disk without any server. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { describeInBrowser, type Person, sidewaysOverflow, violations } from '../support/browser.ts'
import { Charging } from '../support/charging.ts'
import { passing } from '../support/clock.ts'
import { paymentBody } from '../support/service.ts'

/** It would show that markup of a file is carried out, or text in another order than it is read. */
const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script>\u202e"\'&'
const LIST = `reference;amount;description
A-1;35,90;"${HOSTILE.replaceAll('"', '""')}"
"</article></main><h1>B";120;
C-3;59,90;${'Maria'.repeat(16)}
`

async function written(env: Record<string, string> = {}) {
  const charging = new Charging()
  const machine = await charging.machine()
  const folder = join(machine.folder, 'codes')
  const run = () =>
    machine.pixctl(['charge', 'create', '--from', '-', '--qr-dir', folder], {
      input: LIST,
      clock: passing(),
      env,
    })
  expect(await run()).toMatchObject({ code: 0 })
  return { charging, run, url: pathToFileURL(join(folder, 'index.html')).href }
}

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8' }
const CLIPBOARD: Person = { permissions: ['clipboard-read', 'clipboard-write'] }

describeInBrowser('the page of the codes of a list', windows => {
  test('shows what a file says as text, and copies a code', async () => {
    const { url } = await written()
    const { open } = await windows(CLIPBOARD)
    const page = await open(url)
    expect(await page.locator('article').count()).toBe(3)
    expect(await page.locator('h2').first().textContent()).toBe(HOSTILE.replace('\u202e', '\\u202e'))
    expect(await page.title()).toBe('Pix charges')
    const button = page.getByRole('button', { name: 'Copy' }).first()
    await button.click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(paymentBody().pixCode)
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' })
  })

  test('has the code selected where the browser has no clipboard for a file', async () => {
    const { url } = await written(PORTUGUESE)
    const page = await (await windows()).open(url)
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'Copiar' }).first().click()
    await page.getByRole('button', { name: 'Selecionado: tecle Ctrl+C' }).waitFor()
    expect(await page.evaluate('String(getSelection()).trim()')).toBe(paymentBody().pixCode)
  })

  test('shows no code of what is over, and until when the others can be paid', async () => {
    const { charging, run, url } = await written()
    const [first, second] = [...charging.charges.values()].map(({ payment }) => payment)
    Object.assign(first!, { status: 'EXPIRED' })
    Object.assign(second!, { status: 'PAID', paidAt: '2026-11-20T12:10:00.000Z' })
    await run()
    const context = await windows()
    const page = await context.open(url)
    expect(await page.locator('.end').allTextContents()).toEqual(['expired', 'paid'])
    expect(await page.getByText('can be paid until').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(1)
    expect(await page.locator('svg:visible').count()).toBe(1)
  })

  test('can be read in every look, on a phone and on paper', async () => {
    const { url } = await written(PORTUGUESE)
    const page = await (await windows()).open(url)
    const shot = async (name: string) => {
      const folder = process.env.PIXCTL_TEST_SHOTS
      if (folder) await page.screenshot({ path: join(folder, `code-page-${name}.png`), fullPage: true })
    }
    await shot('light')
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    await shot('dark')
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await shot('print')
    expect(await page.locator('button:visible').count()).toBe(0)
    expect(await page.locator('svg:visible').count()).toBe(3)
  })
})
