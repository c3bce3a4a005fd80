/** `webhook check` for scripts: what failed, why, and what to do. */

import { expect, it } from 'vitest'
import { expectedSignature, startReceiver, status } from '../../sandbox/receiver.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'

const host = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: 'whsec_0123456789abcdef' } })

it('prints to a pipe what was expected, what came and what to do', async () => {
  const { url } = await startReceiver(status(204))
  const run = await runCommand(['webhook', 'check', url], { host: host() })
  expect(run.code).toBe(10)
  expect(run.stdout).toMatch(/^forged_signature\tfalse\t401\t204\t6\.2\tIt was signed with another .*$/m)
  expect(run.stderr).toMatch(
    /^ {2}forged_signature \(expected 401, got 204\): .*Verify the signature first\.$/m,
  )
  expect(run.stderr).toMatch(/^ {2}stale_signature \(expected 401, got 204\): .*five minutes.*$/m)
})

it('has the same in the error with --json, with equal checks together, and which secret signed', async () => {
  const { url } = await startReceiver(status(401))
  const run = await runCommand(['webhook', 'check', url, '--json'], { host: host() })
  const { error, exitCode } = errorOf(run)
  expect(exitCode).toBe(10)
  expect(error).toMatch(/^1 of 10 checks failed, 8 skipped; valid_delivery \(expected 2xx, got 401\): /)
  expect(error).toContain('first its secret with the one that signed')
  expect(error).toContain('signed with the secret of PIXCTL_WEBHOOK_SECRET, …cdef')
})

it('puts checks of the same advice together', async () => {
  const { url } = await startReceiver((response, { headers, body }) => {
    const at = Number(/^t=(\d+)/.exec(String(headers['x-service-signature']))?.[1])
    const signature = expectedSignature('whsec_0123456789abcdef', at, body)
    const valid = headers['x-service-signature'] === signature && Math.abs(Date.now() / 1000 - at) < 300
    response.writeHead(valid ? 204 : 403).end()
  })
  const run = await runCommand(['webhook', 'check', url, '--json'], { host: host() })
  const { error } = errorOf(run)
  expect(error).toContain(
    'forged_signature (expected 401, got 403), stale_signature (expected 401, got 403), future_signature (',
  )
  expect(error.match(/is 401, not 403/g)).toHaveLength(1)
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
