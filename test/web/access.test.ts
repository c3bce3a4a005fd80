/** What a browser without a login sees, and which requests change anything. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedLogin } from '#web/sessions.ts'
import { FakeClock } from '../support/clock.ts'
import { type DemoData, demoData, demoSite } from './demo.tsx'
import { codeOf, ORIGIN, PORT, Visitor } from './visitor.ts'

let data: DemoData
let visitor: Visitor
const paid = () => data.charges.filter(({ status }) => status === 'PAID').length

beforeEach(() => {
  data = demoData()
  visitor = new Visitor(demoSite({ data }))
})

it('a cookie that another port of the machine has set for a path does not hide the session', async () => {
  await visitor.logIn(codeOf(visitor.site))
  const own = visitor.cookie
  visitor.cookie = `pixctl_${PORT}=x; ${own}; pixctl_${PORT}=`
  expect((await visitor.get('/keys')).status).toBe(200)
})

describe('a browser without a session', () => {
  const PATHS = ['/', '/keys', '/charges/pay_8fK20xQ9mZ', '/nowhere', '/live']

  it.each(PATHS)('gets the login page for %s, without data', async path => {
    for (const cookie of ['', `pixctl_${PORT}=${'x'.repeat(43)}`, 'pixctl_4012=x', `pixctl_${PORT}`]) {
      visitor.cookie = cookie
      const answer = await visitor.get(path)
      expect(answer.status).toBe(401)
      const page = await answer.text()
      expect(page).toContain('pixctl demo open')
      expect(page.replaceAll(path, '')).not.toMatch(/pay_|csrf|sk_|Charges|Log out/)
    }
  })

  it('gets the page that was asked for, once it is logged in', async () => {
    expect(await visitor.text('/keys?x=1&y=2')).toContain('name="to" value="/keys?x=1&amp;y=2"')
  })

  it('changes nothing', async () => {
    const before = paid()
    const answer = await visitor.post('/charges/pay_8fK21xQ9mZ/pay', { csrf: '' })
    expect(answer.status).toBe(401)
    expect(paid()).toBe(before)
  })

  it('gets the script and the stylesheet', async () => {
    const page = await visitor.text('/')
    const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      expect((await visitor.get(path)).status).toBe(200)
    }
    expect((await visitor.get('/assets/other.js')).status).toBe(401)
  })
})

describe('a session', () => {
  it('that is kept lasts over restarts until midnight, with what was typed, and ends by logging out', async () => {
    let kept: readonly SavedLogin[] = []
    const logins = {
      load: () => [...kept],
      save: (saved: readonly SavedLogin[]) => {
        kept = saved
      },
    }
    // 21:00 in São Paulo.
    const clock = new FakeClock('2026-11-20T00:00:00.000Z')
    await visitor.logIn(codeOf(visitor.site))
    const started = () => demoSite({ data, logins, clock })
    const first = await Visitor.loggedIn(started())
    const csrf = await first.csrf()
    const again = Object.assign(new Visitor(started()), { cookie: first.cookie })
    expect(await again.csrf()).toBe(csrf)
    // What is kept lets nobody in.
    for (const { hash } of kept) {
      const thief = Object.assign(new Visitor(started()), { cookie: first.cookie.replace(/=.*/, `=${hash}`) })
      expect((await thief.get('/')).status).toBe(401)
    }
    clock.advance(3 * 3_600_000 - 1)
    expect((await again.get('/')).status).toBe(200)
    clock.advance(1)
    expect((await again.get('/')).status).toBe(401)
    const other = await Visitor.loggedIn(started())
    await other.post('/logout', { csrf: await other.csrf() })
    expect((await Object.assign(new Visitor(started()), { cookie: other.cookie }).get('/')).status).toBe(401)
  })

  it('ends by logging out, in every window', async () => {
    await visitor.logIn(codeOf(visitor.site))
    const csrf = await visitor.csrf()
    expect((await visitor.post('/logout', { csrf })).status).toBe(303)
    expect((await visitor.get('/')).status).toBe(401)
  })

  it('is one of at most 50: the one that was used least recently ends', async () => {
    await visitor.logIn(codeOf(visitor.site))
    const idle = await Visitor.loggedIn(visitor.site)
    await visitor.get('/')
    for (let count = 0; count < 49; count++) await Visitor.loggedIn(visitor.site)
    expect((await visitor.get('/')).status).toBe(200)
    expect((await idle.get('/')).status).toBe(401)
  })
})

describe('Host', () => {
  beforeEach(() => visitor.logIn(codeOf(visitor.site)))

  it.each([`127.0.0.1:${PORT}`, `localhost:${PORT}`, `LOCALHOST:${PORT}`, `[::1]:${PORT}`])(
    'may be %s',
    async host => {
      expect((await visitor.get('/', { host })).status).toBe(200)
    },
  )

  it.each([
    '',
    `evil.example:${PORT}`,
    '127.0.0.1',
    `127.0.0.1.evil.example:${PORT}`,
    `localhost:${PORT}.evil.example`,
    `127.0.0.1:${PORT},evil.example`,
    `127.0.0.2:${PORT}`,
  ])('is refused as %j', async host => {
    const answer = await visitor.get('/', { host })
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('pay_')
  })

  it('may be a name that was given', async () => {
    const other = await Visitor.loggedIn(demoSite({ isName: host => host === 'dash.test' }))
    expect((await other.get('/', { host: `dash.test:${PORT}` })).status).toBe(200)
    expect((await other.get('/', { host: 'dash.test' })).status).toBe(403)
  })

  it('needs no port where that is 80', async () => {
    const other = new Visitor(demoSite({ port: 80 }))
    expect((await other.get('/', { host: 'localhost' })).status).toBe(401)
    expect((await other.get('/', { host: 'evil.example' })).status).toBe(403)
  })
})

describe('a request from another site', () => {
  beforeEach(() => visitor.logIn(codeOf(visitor.site)))

  it.each(['cross-site', 'same-site', 'anything'])('is refused: Sec-Fetch-Site %s', async site => {
    const answer = await visitor.get('/keys', { 'sec-fetch-site': site })
    expect(answer.status).toBe(403)
    const page = await answer.text()
    expect(page).not.toContain('API keys')
    // Whoever followed a link goes on from here.
    expect(page).toContain('href="/keys"')
  })

  it.each(['same-origin', 'none'])('isn\u2019t one with Sec-Fetch-Site %s', async site => {
    expect((await visitor.get('/keys', { 'sec-fetch-site': site })).status).toBe(200)
  })
})

describe('a change', () => {
  const PAY = '/charges/pay_8fK21xQ9mZ/pay'
  let csrf: string
  beforeEach(async () => {
    await visitor.logIn(codeOf(visitor.site))
    csrf = await visitor.csrf()
  })

  it('is made by a form of the page itself, and answered by the way to a page', async () => {
    const answer = await visitor.post(PAY, { csrf })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/charges/pay_8fK21xQ9mZ'])
    expect(paid()).toBe(3)
  })

  it.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['an empty token', { csrf: '' }],
    ['a wrong token', { csrf: 'x'.repeat(43) }],
  ])('is refused with %s', async (_what, fields) => {
    expect((await visitor.post(PAY, fields)).status).toBe(403)
    expect(paid()).toBe(2)
  })

  it('is refused with the token of another session', async () => {
    const other = await Visitor.loggedIn(visitor.site)
    expect((await visitor.post(PAY, { csrf: await other.csrf() })).status).toBe(403)
    expect(paid()).toBe(2)
  })

  it.each([
    null,
    'null',
    'http://evil.example',
    `http://127.0.0.1:${PORT + 1}`,
    `http://localhost:${PORT}`,
    `https://127.0.0.1:${PORT}`,
    `${ORIGIN}.evil.example`,
  ])('is refused with the Origin %j', async origin => {
    expect((await visitor.post(PAY, { csrf }, { origin })).status).toBe(403)
    expect(paid()).toBe(2)
  })

  it('is refused from another site, and as anything but a form', async () => {
    expect((await visitor.post(PAY, { csrf }, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      expect((await visitor.post(PAY, { csrf }, { 'content-type': type })).status).toBe(415)
    }
    expect(paid()).toBe(2)
  })

  it('is refused when it is larger than 64 KiB, with or without a length', async () => {
    const long = { csrf, x: 'x'.repeat(64 * 1024) }
    expect((await visitor.post(PAY, long)).status).toBe(413)
    expect((await visitor.post(PAY, long, { 'content-length': '70000' })).status).toBe(413)
    expect((await visitor.post('/login', long)).status).toBe(413)
    expect(paid()).toBe(2)
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('isn\u2019t made by %s', async method => {
    const answer = await visitor.site.app.request(`${ORIGIN}${PAY}`, {
      method,
      headers: { host: `127.0.0.1:${PORT}`, origin: ORIGIN, cookie: visitor.cookie },
    })
    expect(answer.status).toBe(method === 'GET' ? 404 : 405)
    expect(paid()).toBe(2)
  })
})

describe('every answer', () => {
  const HEADERS = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }

  it('has the same headers, whatever it is', async () => {
    const outside = new Visitor(visitor.site)
    await visitor.logIn(codeOf(visitor.site))
    const csrf = await visitor.csrf()
    const answers = [
      await visitor.get('/'),
      await visitor.get('/nowhere'),
      await visitor.get('/live'),
      await visitor.post('/keys', { csrf, name: 'x' }),
      await visitor.post('/keys', { csrf }),
      await visitor.post('/keys', {}),
      await outside.get('/'),
      await outside.get('/', { host: 'evil.example' }),
      await outside.logIn('x'),
      await outside.logIn(codeOf(visitor.site)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 303, 422, 403, 401, 403, 401, 303])
    for (const answer of answers) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({ ...HEADERS, 'cache-control': 'no-store' })
    }
    visitor.site.close()
  })

  it('has no details of a fault', async () => {
    const faults: unknown[] = []
    const other = await Visitor.loggedIn(demoSite({ onFault: fault => faults.push(fault) }))
    const answer = await other.get('/broken')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret details')
    expect(faults).toHaveLength(1)
  })
})
