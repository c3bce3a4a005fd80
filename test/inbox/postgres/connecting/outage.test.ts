/** What is said while PostgreSQL can't do what it is asked. */

import { beforeEach, expect, it } from 'vitest'
import { Away } from '#inbox/postgres/connecting/errors.ts'
import { Outage, REACH } from '#inbox/postgres/connecting/outage.ts'
import { Failure } from '#lib/failure.ts'
import type { PostgresAddress } from '#lib/postgres/address.ts'
import { FakeClock } from '../../../support/clock.ts'

const address = { shown: 'postgres://me@db/pixctl' } as PostgresAddress
const away = new Away(address, 'it refused the connection')
const refused = (next: string) => new Failure('unauthenticated', 'it refused the user', { next })
const AWAY = "the inbox postgres://me@db/pixctl can't be reached: it refused the connection: 0"

let said: string[]
let clock: FakeClock
let outage: Outage

beforeEach(() => {
  said = []
  clock = new FakeClock()
  const options = {
    onAway: (why: Failure, next: readonly unknown[]) => void said.push(`${why.message}: ${next.length}`),
    onBack: () => void said.push('back'),
  }
  outage = new Outage(options, address, clock)
})

it('is said once for each thing to do, though the server refuses and is away in turn for a day', () => {
  for (let n = 0; n < 1000; n++) {
    outage.begin(away, REACH)
    outage.begin(refused('set the password'), REACH)
  }
  outage.begin(refused('change pg_hba.conf'), REACH)
  expect(said).toEqual([AWAY, 'it refused the user: 1', 'it refused the user: 1'])
})

it('is said once, and its end once, though every second statement fails for a minute', () => {
  for (let n = 0; n < 60; n++) {
    outage.begin(away, REACH)
    outage.end(REACH)
    clock.advance(1_000)
  }
  expect(said).toEqual([AWAY])
  clock.advance(4_000)
  expect(said).toEqual([AWAY, 'back'])
  outage.begin(away, REACH)
  expect(said).toEqual([AWAY, 'back', AWAY])
})

it('is over when all that failed has succeeded: other work says nothing about it', () => {
  const cancelled = new Error('canceling statement due to lock timeout')
  outage.begin(cancelled, 'arrivals')
  outage.begin(away, REACH)
  outage.end(REACH)
  clock.advance(60_000)
  const words = `the inbox postgres://me@db/pixctl can't be used: ${cancelled.message}: 0`
  expect([said, outage.isOver]).toEqual([[words], false])
  outage.end('arrivals')
  clock.advance(5_000)
  expect([said, outage.isOver]).toEqual([[words, 'back'], true])
})

it('ends without a word when its connections are closed', () => {
  outage.begin(away, REACH)
  outage.end(REACH)
  outage.close()
  clock.advance(60_000)
  outage.begin(away, REACH)
  expect(said).toEqual([AWAY])
})
