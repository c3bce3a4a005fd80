/** That the browser tests notice what they are there to notice. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser, sidewaysOverflow, violations } from '../support/browser.ts'

/** Serves one page at every address but /nothing; gives its address. */
async function served(html: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer(({ url }, response) => {
    response
      .writeHead(url === '/nothing' ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
      .end(html)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>a page</title><main><h1>a page</h1>${body}</main></html>`

describeInBrowser('the browser of the tests', windows => {
  test('finds nothing wrong with a page that is right', async () => {
    const { open, problems } = await windows()
    const window = await open(await served(page('<p>text</p>')))
    expect(await window.title()).toBe('a page')
    expect(await violations(window)).toEqual([])
    expect(await sidewaysOverflow(window)).toBe(0)
    expect(problems).toEqual([])
  })

  test.each([
    ['an error in the console', '<script>console.error("it broke")</script>', /^console: it broke/],
    ['an exception', '<script>throw new Error("it broke")</script>', /^exception: it broke/],
    ['a script that is not there', '<script src="/nothing"></script>', /^answer: 404 .*\/nothing$/],
    [
      'a picture from elsewhere',
      '<img alt="" src="http://example.org/p.png">',
      /^request: http:\/\/example\.org\//,
    ],
  ])('notices %s', async (_what, html, problem) => {
    const { open, problems } = await windows()
    await open(await served(page(html)))
    await expect.poll(() => problems).toContainEqual(expect.stringMatching(problem))
    problems.splice(0)
  })

  test('leaves the status of a page itself to its test', async () => {
    const { open, problems } = await windows()
    const window = await open(`${await served(page('<p>not found</p>'))}nothing`)
    expect(await window.title()).toBe('a page')
    const again = window.waitForResponse(answer => answer.status() === 404)
    await window.evaluate("void fetch(location.href, { headers: { 'Pixctl-Live': '1' } })")
    await again
    expect(problems).toEqual([])
  })

  test('notices what the Content-Security-Policy stops', async () => {
    const { open, problems } = await windows()
    const policy = { 'Content-Security-Policy': "default-src 'none'" }
    const window = await open(await served(page('<p style="color: red">text</p>'), policy))
    await expect.poll(() => problems).toContainEqual(expect.stringMatching(/Content Security Policy/))
    problems.splice(0)
    // The scan runs on such a page all the same.
    expect(await violations(window)).toEqual([])
  })

  test('finds what axe-core holds against a page, and what is out of sight to the right', async () => {
    const { open } = await windows({ viewport: { width: 360, height: 640 } })
    const html = page('<p style="color: #eee; width: 400px">pale</p>')
    const window = await open(await served(html))
    expect(await violations(window)).toEqual([expect.stringMatching(/^color-contrast: p: /)])
    expect(await sidewaysOverflow(window)).toBeGreaterThan(0)
  })

  test('keeps the cookies of each person', async () => {
    const address = await served(page(''), { 'Set-Cookie': 'a=b' })
    const [one, other] = [await windows(), await windows()]
    const window = await one.open(address)
    expect(await window.context().cookies()).toHaveLength(1)
    expect(await (await other.open('about:blank')).context().cookies()).toEqual([])
    expect(await (await one.open('about:blank')).context().cookies()).toHaveLength(1)
  })
})
