/** `--timeout` takes a duration, or a number of seconds. */

import { expect, it } from 'vitest'
import { globalFlags } from '#cli/flags/flags.ts'
import { runCommand } from '../support/run.ts'

it.each([
  ['60', 60],
  ['0.1', 0.1],
  ['90s', 90],
  ['24d', 2_073_600],
  ['500ms', 0.5],
  ['1m30s', 90],
])('%s is %d seconds', async (text, seconds) => {
  const { timeout } = globalFlags
  expect(await timeout.parse!(text, {} as never, { ...timeout, name: 'timeout' } as never)).toBe(seconds)
})

it.each(['0', '-1', '25d', '0.4ms', 's'])('%s is exit 2', async text => {
  const { stderr, code } = await runCommand(['status', '--timeout', text])
  expect(code).toBe(2)
  expect(stderr).toContain('--timeout')
})
