/** From the flags of forwarding to its options, without running a command. */

import { expect, it } from 'vitest'
import { forwardFlags, forwardOptions } from '#cli/flags/forwarding.ts'
import { flagsOf } from '../support/flags.ts'

const optionsOf = async (line: string) => forwardOptions(await flagsOf(forwardFlags, line.split(' ')))
const TO = '--forward-to http://localhost:3000/hooks'

it('without a target there are none', async () => {
  expect(forwardOptions(await flagsOf(forwardFlags, []))).toBeUndefined()
})

it.each<[string, object]>([
  [
    TO,
    {
      routes: [{ url: 'http://localhost:3000/hooks' }],
      extraHeaders: [],
      timeoutMs: 15_000,
      insecure: false,
      concurrency: 1,
    },
  ],
  ['--forward-to 3000', { routes: [{ url: 'http://127.0.0.1:3000/' }] }],
  [`${TO} --forward-timeout 30s`, { timeoutMs: 30_000 }],
  [`${TO} --forward-concurrency 16`, { concurrency: 16 }],
  [
    `${TO} --forward-header X-Env:dev --forward-header X-Shop:1`,
    {
      extraHeaders: [
        ['X-Env', 'dev'],
        ['X-Shop', '1'],
      ],
    },
  ],
  [`${TO} --park-on 400,422`, { parking: { after: undefined, on: new Set([400, 422]) } }],
  [`${TO} --park-after 5 --park-on 410`, { parking: { after: 5, on: new Set([410]) } }],
  ['--forward-to https://localhost:3000 --forward-insecure', { insecure: true }],
])('%s', async (line, options) => {
  expect(await optionsOf(line)).toMatchObject(options)
})

it.each([
  ['--park-after 5', 'forward-to'],
  [`${TO} --park-after 0`, 'park-after'],
  [`${TO} --park-on 200`, '200'],
  [`${TO} --park-on all`, 'all'],
  [`${TO} --park-on 400,,422`, '--park-on'],
  [`${TO} --forward-concurrency 0`, 'forward-concurrency'],
  [`${TO} --forward-concurrency 257`, 'forward-concurrency'],
  ['--forward-to http://192.0.2.1/ --forward-insecure --forward-header X-Env:dev', '--forward-header'],
  ['--forward-to ftp://localhost', '--forward-to'],
])('%s is refused', async (line, what) => {
  await expect(optionsOf(line)).rejects.toThrow(what)
})
