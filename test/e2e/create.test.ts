/** `charge create` as a process: arguments that are not text, and the user's own umask. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { permissionsIn, temporaryFolder } from '../support/folder.ts'
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

it('gives pictures that were asked for the permissions of the user', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'rows.csv'), 'reference,amount\nr1,1\n')
  const create = 'pixctl charge create -q'
  const { code } = await store.machine.shell(
    `cd ${folder}; umask 027
     ${create} --amount 1 --qr a.png && ${create} --amount 1 --qr a.svg && ${create} --from rows.csv --qr-dir dir`,
  )
  expect(code).toBe(0)
  expect(permissionsIn(folder)).toMatchObject({ 'a.png': '640', 'a.svg': '640', dir: '750', 'r1.png': '640' })
})
