/** What is said while PostgreSQL is away. */

import { beforeEach, expect, it } from 'vitest'
import { Failure } from '../../../../../src/shared/failure.ts'
import { Absence } from '../../../../../src/store/inbox/postgres/connecting/absence.ts'
import { Away, Refused } from '../../../../../src/store/inbox/postgres/connecting/errors.ts'

const address = { shown: 'postgres://me@db/pixctl' } as ConstructorParameters<typeof Refused>[0]
const away = new Away(address, 'it refused the connection')
const refused = (why: string) =>
  new Refused(address, new Failure('unauthenticated', why, { next: 'set the password' }))

let said: string[]
let absence: Absence

beforeEach(() => {
  said = []
  absence = new Absence({
    onAway: (reason, next) => said.push(`${reason}: ${next.length}`),
    onBack: () => said.push('back'),
  })
})

it('is said once for each reason, though the server refuses and is away in turn for a day', () => {
  for (let n = 0; n < 1000; n++) {
    absence.begin(away)
    absence.begin(refused('it refused the password'))
  }
  absence.begin(away)
  absence.begin(refused('it refused the user'))
  expect(said).toEqual([
    'it refused the connection: 0',
    'it refused the password: 1',
    'it refused the user: 1',
  ])
})

it('is said again after the server was back', () => {
  for (let n = 0; n < 2; n++) {
    absence.begin(away)
    absence.end('SELECT 1')
  }
  expect(said).toEqual(['it refused the connection: 0', 'back', 'it refused the connection: 0', 'back'])
})

it('that is only a right to one statement is over when that one succeeds', () => {
  const right = (statement: string) =>
    new Refused(address, new Failure('forbidden', 'no right', { next: 'grant it' }), statement)
  absence.begin(right('INSERT'))
  absence.end('SELECT 1')
  expect(said).toEqual(['no right: 1'])
  absence.end('INSERT')
  expect(said).toEqual(['no right: 1', 'back'])
})
