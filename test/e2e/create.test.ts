/** `charge create` as a process: arguments that are not text. */

import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()

it('refuses a description whose bytes are not UTF-8, before anything is sent', async () => {
  const before = (await store.api('/payments')).body.pagination.total
  // Windows-1252, as an old editor writes it.
  const line = `pixctl charge create --amount 1 --description "$(printf 'caf\\351')"`
  const { stdout, stderr, code } = await store.machine.shell(line)
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
  expect(stderr).toContain('UTF-8')
  expect((await store.api('/payments')).body.pagination.total).toBe(before)
})
