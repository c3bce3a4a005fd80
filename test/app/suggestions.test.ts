/** The commands that a run suggests keep the profile and the addresses that flags chose for it. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../support/run.ts'

const SHOP = ['--profile', 'shop']

it.each([
  [['balance', ...SHOP], '  pixctl auth login --base-url https://…/api/v1 --profile shop\n'],
  [['balance', '-pshop'], '  pixctl auth login --base-url https://…/api/v1 --profile shop\n'],
  [['balance', '-p=shop'], '  pixctl auth login --base-url https://…/api/v1 --profile shop\n'],
  [['balance', '--profile=my shop'], "it can't be a profile's name"],
  [['balance', '--', '--profile', 'shop'], ''],
])('%j', async (args, said) => {
  const { code, stderr } = await runCommand(args, { host: testHost() })
  expect(code).not.toBe(0)
  if (said.startsWith('  ')) expect(stderr).toContain(said)
  else expect(stderr).not.toContain('--profile shop')
})

it('an address with a password is not repeated', async () => {
  const args = ['charges', 'get', 'no id', '--base-url', 'https://shop:hunter2@shop.example/api/v1']
  const { code, stderr } = await runCommand(args, { host: testHost() })
  expect(code).toBe(2)
  expect(stderr).toContain('pixctl charges list')
  expect(stderr).not.toContain('hunter2')
})
