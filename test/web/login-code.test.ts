/** The code that logs a browser in. */

import { beforeEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { demoSite } from './demo.tsx'
import { codeOf, PORT, Visitor } from './visitor.ts'

const MINUTE = 60_000

let clock: FakeClock
let visitor: Visitor

beforeEach(() => {
  clock = new FakeClock('2026-11-20T17:05:00Z')
  visitor = new Visitor(demoSite({ clock }))
})

describe('a login code', () => {
  it('has 256 bits and is in the fragment, which no browser sends', () => {
    expect(visitor.site.newLoginPath()).toMatch(/^\/#login=[\w-]{43}$/)
    expect(visitor.site.newLoginPath()).not.toBe(visitor.site.newLoginPath())
  })

  it('logs in with a cookie that only this host gets, and no script', async () => {
    const answer = await visitor.logIn(codeOf(visitor.site))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    const [cookie, ...flags] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(cookie).toMatch(new RegExp(`^pixctl_${PORT}=[\\w-]{43}$`))
    // No Max-Age and no Domain.
    expect(flags.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
    expect(await visitor.text('/')).toContain('pay_8fK2')
  })

  it('is good once', async () => {
    const code = codeOf(visitor.site)
    expect((await visitor.logIn(code)).status).toBe(303)
    const second = await new Visitor(visitor.site).logIn(code)
    expect(second.status).toBe(401)
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(await second.text()).toMatch(/pixctl demo open.*wrong, too old, or was used/)
  })

  it('ends after five minutes', async () => {
    const [one, other] = [codeOf(visitor.site), codeOf(visitor.site)]
    clock.advance(5 * MINUTE - 1)
    expect((await visitor.logIn(one)).status).toBe(303)
    clock.advance(1)
    const late = await new Visitor(visitor.site).logIn(other)
    expect(late.status).toBe(401)
    expect(await late.text()).toContain('pixctl demo open')
  })

  it('ends when the clock is set back, for then its age is unknown', async () => {
    const code = codeOf(visitor.site)
    clock.jump(-1)
    expect((await visitor.logIn(code)).status).toBe(401)
  })

  it.each(['', 'x', 'x'.repeat(43), '\u00e9\ud83d\ude00'])('isn\u2019t %j', async code => {
    codeOf(visitor.site)
    expect((await visitor.logIn(code)).status).toBe(401)
  })

  it('is one of at most 20: the oldest ends', async () => {
    const first = codeOf(visitor.site)
    const second = codeOf(visitor.site)
    for (let count = 0; count < 19; count++) codeOf(visitor.site)
    expect((await visitor.logIn(first)).status).toBe(401)
    expect((await visitor.logIn(second)).status).toBe(303)
  })

  it('is accepted after any number of wrong tries, so that nobody can keep others out', async () => {
    const code = codeOf(visitor.site)
    for (let count = 0; count < 100; count++) expect((await visitor.logIn('x')).status).toBe(401)
    expect((await visitor.logIn(code)).status).toBe(303)
  })

  it('is used up by a browser that is logged in already, which keeps its session', async () => {
    await visitor.logIn(codeOf(visitor.site))
    const code = codeOf(visitor.site)
    const again = await visitor.logIn(code)
    expect(again.status).toBe(303)
    expect(again.headers.get('set-cookie')).toBeNull()
    expect((await new Visitor(visitor.site).logIn(code)).status).toBe(401)
  })

  it.each([
    ['/keys?x=1', '/keys?x=1'],
    ['https://other.example/', '/'],
    ['//other.example/x', '/'],
    ['/\\other.example/', '/'],
    ['/..//other.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['keys', '/'],
  ])('leads on to %j by %j', async (to, location) => {
    expect((await visitor.logIn(codeOf(visitor.site), { to })).headers.get('location')).toBe(location)
  })
})
