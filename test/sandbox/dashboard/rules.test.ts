/** What holds for every page and every form of the dashboard. */

import { describe, expect, it } from 'vitest'
import { PATHS } from '#sandbox/dashboard/pages/index.tsx'
import { call } from '../../support/http.ts'
import { startReceiver, status } from '../receiver.ts'
import { type Dashboard, formsOf, Person, startDashboard } from './pages.ts'

// ESC, CSI of C1, NUL, DEL, right-to-left override and isolate, and what HTML would read.
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u001b[31m\u009b\u007f\u202e\u2066&amp;`
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

/** A store that has something on every page, and the paths of its pages. */
async function fullStore(dashboard: Dashboard) {
  const { create, person } = dashboard
  const receiver = await startReceiver((response, received) => status(200, {})(response, received))
  receiver.answer = response => response.writeHead(500, { 'content-type': 'text/html' }).end(HOSTILE)
  const url = `${receiver.url}&x=<script>"'`
  const endpoint = (await dashboard.control('/webhooks', { url })).body.data
  const description = HOSTILE.slice(0, 80)
  const { id } = (await create({ amount: 10.5, description })).body.data
  await dashboard.control('/deposits', { amount: 5 })
  await dashboard.control('/faults', { on: 'create', kind: 'status', status: 503, times: 2 })
  await receiver.received.until(2)
  const rows = await person.get(`/stores/main/webhooks/${endpoint.id}`)
  const delivery = /\/deliveries\/(dlv_\w+)/.exec(rows.html)?.[1] ?? ''
  await dashboard.api('/payments', { method: 'POST', body: { description: HOSTILE } })
  const ids = { charges: id, pay: id, webhooks: endpoint.id, deliveries: delivery }
  const pathsOf = (paths: readonly string[]) =>
    paths.map(
      path =>
        `/stores/main${path.replace(/(\w+)\/:id/, (_, part) => `${part}/${ids[part as keyof typeof ids] ?? 'none'}`)}`,
    )
  return { id, pages: pathsOf(PATHS.pages), changes: pathsOf(PATHS.changes) }
}

describe('without a session', () => {
  it('every page is the login page, without data, and every change is refused', async () => {
    const dashboard = await startDashboard()
    const { id, pages, changes } = await fullStore(dashboard)
    const stranger = new Person(dashboard.sandbox.dashboardUrl)
    for (const path of ['/', ...pages, '/nope', '/live']) {
      const page = await stranger.get(path)
      expect(page.status, path).toBe(401)
      expect(page.text, path).toContain('pixctl sandbox open')
      const html = page.html.replaceAll(path, '')
      expect(html, path).not.toMatch(/R\$|10,50|script>alert|dlv_|service_|whsec_/)
    }
    for (const path of changes) expect((await stranger.send(path, { csrf: 'x' })).status, path).toBe(401)
    expect((await dashboard.api(`/payments/${id}`)).body.data.status).toBe('PENDING')
  })
})

it('no change is made without the token of the form, or for another site', async () => {
  const dashboard = await startDashboard()
  const { id, changes } = await fullStore(dashboard)
  const { person, sandbox } = dashboard
  const { csrf = '' } = formsOf((await person.get('/stores/main/wallet')).html)[0]?.hidden ?? {}
  const fields = { csrf, amount: '1', url: 'http://127.0.0.1:1/', count: '5', on: 'get', kind: 'hang' }
  for (const path of changes) {
    expect((await person.send(path, { ...fields, csrf: '' })).status, path).toBe(403)
    expect((await person.send(path, fields, { origin: 'http://127.0.0.1:1' })).status, path).toBe(403)
    expect((await person.send(path, fields, { 'sec-fetch-site': 'cross-site' })).status, path).toBe(403)
    const headers = { cookie: person.cookie, host: 'evil.example', origin: 'http://evil.example' }
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    const refused = call(sandbox.dashboardUrl + path, { method: 'POST', headers: form, body })
    // The answer is a page, which isn't JSON.
    await expect(refused).rejects.toThrow(/JSON/)
  }
  expect((await dashboard.api('/payments')).body.pagination.total).toBe(1)
  expect((await dashboard.api(`/payments/${id}`)).body.data.status).toBe('PENDING')
  expect((await dashboard.api('/balance')).body.data.availableBalance).toBe(5)
  expect((await dashboard.control('/webhooks')).body.data).toHaveLength(1)
  expect((await dashboard.control('/keys')).body.data).toHaveLength(1)
  expect((await dashboard.control('/faults')).body.data).toHaveLength(1)
})

it('every page shows text from outside as text, says who may load what, and is never kept', async () => {
  const dashboard = await startDashboard()
  const { pages } = await fullStore(dashboard)
  for (const path of pages) {
    const { status, html, headers } = await dashboard.person.get(path)
    expect(status, path).toBe(200)
    expect(html, path).not.toMatch(/<script>alert|<img src=x|onerror=alert\(1\)>/)
    expect(html, path).not.toMatch(RAW)
    expect(headers.get('content-security-policy'), path).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'$/,
    )
    expect(headers.get('cache-control'), path).toBe('no-store')
  }
  const { text } = await dashboard.person.get(pages.find(path => /charges\/pay_/.test(path)) ?? '')
  expect(text).toContain('<script>alert(1)</script>"\'><img src=x onerror=alert(1)>\\u001b[31m\\u009b')
})

it('every field has a label, every form its token, and no page holds a secret', async () => {
  const dashboard = await startDashboard()
  const { pages } = await fullStore(dashboard)
  const { sandbox, person } = dashboard
  for (const path of pages) {
    const { html } = await person.get(path)
    for (const [field] of html.matchAll(/<(input|select|textarea)\b[^>]*>/g)) {
      if (/type="(hidden|checkbox)"/.test(field)) continue
      const id = /\bid="([^"]*)"/.exec(field)?.[1]
      expect(html, `${path}: ${field}`).toContain(`<label for="${id}"`)
    }
    for (const [box] of html.matchAll(/<label class="check">.*?<\/label>/gs))
      expect(box).toMatch(/type="checkbox"/)
    expect(html.match(/type="checkbox"/g)?.length ?? 0).toBe(
      html.match(/<label class="check">/g)?.length ?? 0,
    )
    for (const form of formsOf(html).filter(({ action }) => action !== '/language'))
      expect(form.hidden.csrf, `${path} ${form.action}`).toMatch(/^[\w-]{43}$/)
    for (const secret of [sandbox.apiKey, sandbox.wsToken]) {
      expect(html, path).not.toContain(secret)
    }
    expect(html, path).not.toMatch(/whsec_[0-9a-f]{8}/)
  }
})

it('the page of an error is one of its own store', async () => {
  const { control, person } = await startDashboard()
  await control('/stores', { name: 'second' })
  const { status, html } = await person.get('/stores/second/charges/pay_none')
  expect(status).toBe(404)
  expect(html).toContain('href="/stores/second/wallet"')
  expect(html).not.toContain('href="/stores/main/wallet"')
})

it('no page fails in an empty store, in a second store, or for an id of another store', async () => {
  const dashboard = await startDashboard()
  const { pages, id } = await fullStore(dashboard)
  await dashboard.control('/stores', { name: 'second' })
  const lists = PATHS.pages.filter(path => !path.includes(':id'))
  for (const path of lists)
    expect((await dashboard.person.get(`/stores/second${path}`)).status, path).toBe(200)
  for (const path of pages.filter(each => /_/.test(each))) {
    const page = await dashboard.person.get(path.replace('/main/', '/second/'))
    expect(page.status, path).toBe(404)
    expect(page.html, path).not.toMatch(/10,50|alert/)
  }
  const path = `/stores/second/charges/${id}/pay`
  const { csrf = '' } = formsOf((await dashboard.person.get('/stores/second/wallet')).html)[0]?.hidden ?? {}
  expect((await dashboard.person.send(path, { csrf })).status).toBe(404)
  expect((await dashboard.api(`/payments/${id}`)).body.data.status).toBe('PENDING')
  expect((await dashboard.person.get('/stores/none')).status).toBe(404)
})

describe('a login that the key of a store made', () => {
  /** A sandbox with a full first store, a second one, and a person who opens what the second one's key gives. */
  async function withSecond() {
    const dashboard = await startDashboard()
    const full = await fullStore(dashboard)
    const { apiKey } = (await dashboard.control('/stores', { name: 'second' })).body.data
    const second = { headers: { Authorization: `Bearer ${apiKey}` } }
    const newLoginUrl = async (by = second) =>
      (await dashboard.control('/login-codes', {}, by)).body.data.loginUrl as string
    const person = new Person(dashboard.sandbox.dashboardUrl)
    await person.login(await newLoginUrl())
    return { ...dashboard, ...full, second, newLoginUrl, owner: dashboard.person, person }
  }

  it('shows that store alone, and no page or form of another one', async () => {
    const { person, pages, changes, id, api, control } = await withSecond()
    expect((await person.get('/')).location).toBe('/stores/second')
    const page = await person.get('/stores/second/wallet')
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('/stores/main')
    expect(page.html).toContain('<a href="/stores/second" aria-current="page">second</a>')
    const { csrf = '' } = formsOf(page.html)[0]?.hidden ?? {}
    for (const path of [...pages, '/stores/none', '/stores/main/none', '/none']) {
      const { status, html } = await person.get(path)
      expect(status, path).toBe(404)
      expect(html.replaceAll(path, ''), path).not.toMatch(/\/stores\/main|10,50|alert/)
    }
    const fields = { csrf, amount: '1', url: 'http://127.0.0.1:1/', count: '5', on: 'get', confirmed: 'yes' }
    for (const path of changes) expect((await person.send(path, fields)).status, path).toBe(404)
    expect((await api(`/payments/${id}`)).body.data.status).toBe('PENDING')
    expect((await api('/payments')).body.pagination.total).toBe(1)
    expect((await control('/keys')).body.data).toMatchObject([{ revokedAt: null }])
    expect((await control('/webhooks')).body.data).toHaveLength(1)
  })

  it('changes that store, also after its key was revoked and while its account is unavailable', async () => {
    const { person, owner, second, control, api } = await withSecond()
    const { data: keys } = (await control('/keys', undefined, second)).body
    await control('/store/disable', {}, second)
    await person.act('/stores/second/keys', `/stores/second/keys/${keys[0].id}/revoke`)
    await person.act('/stores/second/wallet', '/stores/second/enable')
    await person.act('/stores/second/wallet', '/stores/second/wallet', { amount: '1' })
    expect((await owner.get('/stores/second/wallet')).text).toContain('R$ 1,00')
    expect((await api('/balance')).body.data.availableBalance).toBe(5)
  })

  it('opens a second store for a browser that uses the address of that one too', async () => {
    const { person, sandbox, newLoginUrl } = await withSecond()
    const before = person.cookie
    const first = { headers: { Authorization: `Bearer ${sandbox.apiKey}` } }
    await person.login(await newLoginUrl(first))
    expect(person.cookie).toBe(before)
    expect((await person.get('/')).location).toBe('/stores/main')
    const { status, html } = await person.get('/stores/second/keys')
    expect(status).toBe(200)
    expect(html).toContain('<a href="/stores/main"')
  })

  it('takes nothing from the login of the person who started the sandbox', async () => {
    const { owner, newLoginUrl } = await withSecond()
    await owner.login(await newLoginUrl())
    expect((await owner.get('/')).location).toBe('/stores/second')
    expect((await owner.get('/stores/main')).html).toContain('<a href="/stores/second"')
  })
})

it('an address of a control route takes only what it knows', async () => {
  const { control } = await startDashboard()
  expect(await control('/login-codes', { ownUserOnly: 'yes' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_body' },
  })
})
