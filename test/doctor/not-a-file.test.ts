/** `doctor` and the other commands, where something else is in the place of a file of the configuration. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOT_FILES } from '../support/not-a-file.ts'
import { doctor, machine } from './examine.ts'

const SECRETS = { 'api-key': { storage: 'file', origin: 'https://pay.example' } }
const PROFILE = { baseUrl: 'https://pay.example/api/v1', secrets: SECRETS }

async function machineWith(name: string, make: (path: string) => unknown) {
  const own = machine()
  mkdirSync(own.configDir, { recursive: true, mode: 0o700 })
  const config = JSON.stringify({ profiles: { default: PROFILE } })
  if (name !== 'config.json') writeFileSync(join(own.configDir, 'config.json'), config, { mode: 0o600 })
  const file = join(own.configDir, name)
  await make(file)
  return { own, file }
}

it.each(NOT_FILES)('says that config.json is not a file but a %s', async (_what, make) => {
  const { own, file } = await machineWith('config.json', make)
  const said = `${file} can't be used: it is a folder, a pipe or a device, not a file`
  const next = 'move it away and log in again: pixctl auth login'
  const { checks } = await doctor(own.host())
  expect(checks.profile).toMatchObject({ status: 'fail', detail: said, next })
  expect(await own.pixctl(['auth', 'list'])).toMatchObject({ code: 1, stderr: `error: ${said}\n  ${next}\n` })
})

it.each(NOT_FILES)('says that secrets.json is not a file but a %s', async (_what, make) => {
  const { own, file } = await machineWith('secrets.json', make)
  const said = `${file} can't be used: it is a folder, a pipe or a device, not a file`
  expect((await doctor(own.host())).checks.api_key).toMatchObject({ status: 'fail', detail: said })
  const stderr = `error: ${said}\n  move it away and log in again: pixctl auth login\n`
  expect(await own.pixctl(['balance'])).toMatchObject({ code: 3, stderr })
})
