/** Which target gets which events, as `--forward-to` says it. */

import { describe, expect, it } from 'vitest'
import { nameAmong, nowhereBy, parseRoutes, shownRoutes, targetOf, typesOf } from '#forwarding/routes.ts'
import { Failure } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'

const routes = (...given: [string, ...string[]]) => parseRoutes(given, '--forward-to', false)
const [A, B, C] = ['http://127.0.0.1:3001/', 'http://127.0.0.1:3002/b?key=1', 'https://shop.example/hooks']

/** The Failure that these are refused with. */
function refused(...given: [string, ...string[]]): Failure {
  try {
    routes(...given)
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new Error('it was not refused')
}

describe('--forward-to', () => {
  it.each([
    ['3001/', null, 'http://127.0.0.1:3001/'],
    ['3000/webhooks?a=b', null, 'http://127.0.0.1:3000/webhooks?a=b'],
    ['https://shop.example/?a=b', null, 'https://shop.example/?a=b'],
    ['localhost?a=b', null, 'http://localhost/?a=b'],
    ['[::1]:3000/x?a=b', null, 'http://[::1]:3000/x?a=b'],
    ['payment.approved=3001/', ['payment.approved'], 'http://127.0.0.1:3001/'],
    [
      'payment.*, deposit.approved=3001/?a=b',
      ['payment.*', 'deposit.approved'],
      'http://127.0.0.1:3001/?a=b',
    ],
  ])('takes %s', (given, types, url) => {
    expect(routes(given)).toEqual([{ types, url }])
  })

  it.each([
    [
      ['payment.aproved=3001'],
      /payment\.aproved is not a documented event type/,
      /did you mean payment\.approved/,
    ],
    [['Payment.Approved=3001'], /is not a documented/, /did you mean payment\.approved/],
    [['deposit=3001'], /deposit is not a documented/, /payment\.\*, deposit\.\*/],
    [['*=3001'], /\* is not a documented/, /the types are payment\.created/],
    [['=3001'], /empty type/, /the types are/],
    [['payment.created,=3001'], /empty type/, /the types are/],
    [['payment.*='], /not an address/, /./],
    [['3001', '3002'], /only one --forward-to can be without types/, /name the types/],
    [['payment.*=3001', '127.0.0.1:3001'], /same target at 127\.0\.0\.1:3001/, /in one/],
    [['payment.*=3001', 'HTTP://127.0.0.1:3001/'], /same target at 127\.0\.0\.1:3001/, /in one/],
    [
      ['payment.*,deposit.*=3001', 'payment.approved,deposit.approved=3002/?key=secret'],
      /^127\.0\.0\.1:3002 would get nothing, .* takes payment\.approved and deposit\.approved$/,
      /give it first/,
    ],
    [
      ['payment.approved=3001', '3002', 'payment.approved=3003'],
      /^127\.0\.0\.1:3003 would/,
      /each type once/,
    ],
    [
      ['payment.*=http://LOCALHOST:80/?key=secret', 'localhost/?key=secret'],
      /^two .* at localhost$/,
      /in one/,
    ],
  ] as [[string, ...string[]], RegExp, RegExp][])('refuses %s', (given, message, next) => {
    const { category, message: said, next: steps } = refused(...given)
    expect([category, said]).toEqual(['usage', expect.stringMatching(message)])
    expect(steps.map(stepText).join('\n')).toMatch(next)
    expect(said).not.toContain('secret')
  })
})

it('is named without its query, which may hold a token, unless another one differs only in that', () => {
  const [b, d] = [`payment.*=${B}`, `deposit.*=${B}2`]
  expect(nameAmong(routes(b, C), B)).toBe('http://127.0.0.1:3002/b')
  expect(nameAmong(routes(b, d), B)).toBe(B)
})

it('may name a type that an earlier one takes beside others', () => {
  expect(routes('payment.*=3001', 'payment.approved,deposit.*=3002')).toHaveLength(2)
})

describe('an event', () => {
  it.each([
    ['payment.approved', A],
    ['payment.created', B],
    ['payment.refunded', B],
    ['deposit.approved', C],
    ['checkout.paid', C],
    ['payments.created', C],
  ])('%s goes to the first target that names its type, else to the one without types', (type, to) => {
    expect(targetOf(routes('payment.approved,payment.expired=3001/', C, `payment.*=${B}`), type)).toBe(to)
  })

  it('goes nowhere if no target takes its type', () => {
    expect(targetOf(routes('payment.*=3001/'), 'deposit.approved')).toBeNull()
  })

  it('is one of the types of the target that it goes to, or of those that go nowhere', () => {
    const all = routes('payment.approved=3001', `payment.*=${B}`, C)
    expect(all.map(route => typesOf(all, route))).toEqual([
      { of: ['payment.approved'], except: [] },
      { of: ['payment.*'], except: ['payment.approved'] },
      { of: ['*'], except: ['payment.approved', 'payment.*'] },
    ])
    expect(nowhereBy(all)).toBeNull()
    expect(nowhereBy(routes('deposit.*=3001'))).toEqual({ of: ['*'], except: ['deposit.*'] })
  })
})

describe('what two processes compare', () => {
  it('is the same in whatever order the targets were given, unless that changes where an event goes', () => {
    const given = ['payment.expired,payment.approved=3001', 'deposit.*=3002', '3003'] as const
    const [paid, deposits, rest] = given
    expect(shownRoutes(routes(rest, deposits, 'payment.approved,payment.expired=3001'))).toEqual(
      shownRoutes(routes(paid, deposits, rest)),
    )
    const overlapping = ['payment.*,deposit.approved=3001', 'payment.approved,endpoint.test=3002'] as const
    const [all, some] = overlapping
    expect(shownRoutes(routes(all, 'endpoint.test=3002'))).toEqual(shownRoutes(routes(all, some)))
    expect(shownRoutes(routes(some, all))).not.toEqual(shownRoutes(routes(all, some)))
  })

  it('tells targets with different queries from each other, and has nothing of a query', () => {
    const [one, other] = ['3000/hooks?token=abcdef', '3000/hooks?token=ghijkl'].map(each =>
      shownRoutes(routes(each)),
    )
    expect(one).not.toEqual(other)
    // The beginning of `printf '?token=abcdef' | sha256sum`
    expect(one).toEqual(['http://127.0.0.1:3000/hooks?…c25f03e8'])
    expect(shownRoutes(routes('3000/hooks'))).toEqual(['http://127.0.0.1:3000/hooks'])
  })
})

it('to another machine over http is refused with the flag that takes it, and taken with it', () => {
  const given = ['http://shop:3000/pix'] as const
  const { category, message, next } = refused(...given)
  expect([category, message]).toEqual([
    'usage',
    expect.stringMatching(/the event and its signature unencrypted/),
  ])
  expect(next.map(stepText).join()).toContain('--forward-insecure')
  expect(parseRoutes(given, '--forward-to', true)).toEqual([{ types: null, url: 'http://shop:3000/pix' }])
})
