/** `webhook check` for scripts: what failed, why, and what to do. */

import { expect, it } from 'vitest'
import { startReceiver, status } from '../../sandbox/receiver.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

const host = (options: Parameters<typeof testHost>[0] = {}) =>
  testHost({ env: { PIXCTL_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }, ...options })

it('prints to a pipe what was expected, what came and what to do', async () => {
  const { url } = await startReceiver(status(204))
  const run = await runCommand(['webhook', 'check', url], { host: host() })
  expect(run.code).toBe(10)
  expect(run.stdout).toMatch(/^forged_signature\tfalse\t401\t204\t6\.2\tIt was signed with another .*$/m)
  expect(run.stdout).toMatch(/^stale_signature\tfalse\t401\t204\t6\.2\t.*five minutes.*$/m)
  expect(run.stderr).toMatch(/^ {2}the output says what to do about each of them$/m)
})

it('has the same with --json, and the error says only how many failed', async () => {
  const { url } = await startReceiver(status(401))
  const run = await runCommand(['webhook', 'check', url, '--json'], { host: host() })
  const { error, exitCode } = errorOf(run)
  expect({ error, exitCode }).toEqual({
    error: '1 of 10 checks failed, 8 skipped; the output says what to do about each of them',
    exitCode: 10,
  })
  expect(JSON.parse(run.stdout).checks[0].advice).toContain('first its secret with the one that signed')
  expect(run.stderr).toContain('signed with the secret of PIXCTL_WEBHOOK_SECRET, …cdef')
})

it('shows how the endpoint answered a valid delivery that it refuses, in a line and escaped', async () => {
  const { url } = await startReceiver(response => {
    response.writeHead(401).end('no\n signature\u001b[2J')
  })
  const run = await runCommand(['webhook', 'check', url], { host: host() })
  expect(run.stdout).toContain('It answered: no signature\\u001b[2J')
  expect(run.stdout).not.toContain('\u001b')
})

it.each([['check'], ['trigger', 'payment.approved', '--to']])(
  'without a signing secret, %s says that one may be made up',
  async (...words) => {
    const { code, stderr } = await runCommand(['webhook', ...words, 'http://127.0.0.1:1/pix'])
    expect(code).toBe(3)
    expect(stderr).toMatch(/make one up \(whsec_ and some letters\), and give it to the endpoint too$/m)
  },
)
