/** `--timeout` takes a duration, or a number of seconds. */

import { expect, it } from 'vitest'
import { globalFlags } from '#cli/flags/flags.ts'
import { runCommand, testHost } from '../support/run.ts'

it.each([
  ['60', 60],
  ['0.1', 0.1],
  ['0.001', 0.001],
  ['86400', 86_400],
  ['90s', 90],
  ['2m', 120],
  ['0.5m', 30],
  ['1h', 3600],
  ['1d', 86_400],
  ['2d', 172_800],
  ['1h30m', 5400],
  ['1.5m', 90],
  ['24d', 2_073_600],
  ['500ms', 0.5],
  ['1m30s', 90],
])('%s is %d seconds', async (text, seconds) => {
  const { timeout } = globalFlags
  expect(await timeout.parse!(text, {} as never, { ...timeout, name: 'timeout' } as never)).toBe(seconds)
})

it.each(['0', '0s', '-1', '1e3', '25d', '2w', '1 m', 's', '1h30', '0.4ms', '٦'])(
  '%s is exit 2',
  async text => {
    const { stderr, code } = await runCommand(['status', '--timeout', text])
    expect(code).toBe(2)
    expect(stderr).toContain('--timeout')
  },
)

it('says in Portuguese what it takes', async () => {
  const host = testHost({ env: { PIXCTL_LANG: 'pt-BR' } })
  expect((await runCommand(['status', '--timeout', 'logo'], { host })).stderr).toBe(
    'erro: --timeout aceita uma duração de 0.001s a 24d, como 90s ou 2m, e não logo\n  por exemplo: --timeout 30s\n',
  )
})
