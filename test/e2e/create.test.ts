/** `charge create` as a process: arguments that are no text, and a first line that is out while it waits. */

import { expect, it } from 'vitest'
import { jsonLines, openStore } from '../support/store.ts'

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

it('charge create --wait prints the charge as created and as it ended, a line each', async () => {
  const child = store.machine.start(['charge', 'create', '--amount', '5', '--wait', '--json'])
  child.stdin.end()
  let stdout = ''
  for await (const chunk of child.stdout) {
    stdout += chunk
    // The first line is out while it waits: then the customer pays.
    if (jsonLines(stdout).length === 1) await store.move(JSON.parse(stdout).id, 'pay')
  }
  const [created, paid] = jsonLines(stdout)
  expect(jsonLines(stdout)).toHaveLength(2)
  expect(created).toMatchObject({ status: 'PENDING', paidAt: null })
  expect(paid).toMatchObject({ id: created.id, status: 'PAID', paidAt: expect.any(String) })
  expect(child.exitCode ?? (await new Promise(resolve => child.once('exit', resolve)))).toBe(0)
})
