import { expect, it } from 'vitest'
import { asRefusal } from '#sandbox/core/errors.ts'
import { asPageError } from '#sandbox/dashboard/pages/problems.ts'

it.each([
  [
    'the database',
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  ],
  ['a file of secrets', Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC' })],
])('a disk that is full for %s is named to programs and on pages', (_what, thrown) => {
  expect(asRefusal(thrown)).toMatchObject({ status: 503, code: 'storage_full' })
  expect(asPageError(thrown)).toMatchObject({
    status: 503,
    title: 'Not possible now',
    message: 'This is not possible now: the disk is full.',
  })
})

it('a fault stays one, so that its details are on no page', () => {
  const fault = new Error('EIO: i/o error, write')
  expect(asRefusal(fault)).toMatchObject({ status: 500, message: 'internal error' })
  expect(asPageError(fault)).toBeUndefined()
})
