/** `webhook check` for scripts: what failed, why, and what to do. */

import { expect, it } from 'vitest'
import { startReceiver, status } from '../../sandbox/receiver.ts'
import { runCommand, testHost } from '../../support/run.ts'

const host = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: 'whsec_0123456789abcdef' } })

it('prints to a pipe what was expected, what came and what to do', async () => {
  const { url } = await startReceiver(status(204))
  const run = await runCommand(['webhook', 'check', url], { host: host() })
  expect(run.code).toBe(10)
  expect(run.stdout).toMatch(/^forged_signature\tfalse\t401\t204\t6\.2$/m)
  expect(run.stderr).toMatch(
    /^ {2}forged_signature \(expected 401, got 204\): .*Verify the signature first\.$/m,
  )
  expect(run.stderr).toMatch(/^ {2}stale_signature \(expected 401, got 204\): .*five minutes.*$/m)
})

it('has the same in the error with --json, with equal checks together, and which secret signed', async () => {
  const { url } = await startReceiver(status(401))
  const run = await runCommand(['webhook', 'check', url, '--json'], { host: host() })
  const { error, exitCode } = JSON.parse(run.stderr)
  expect(exitCode).toBe(10)
  expect(error).toContain('valid_delivery (expected 2xx, got 401), raw_bytes_spacing (expected 2xx, got 401)')
  expect(error).toContain('the endpoint uses another secret')
  expect(error).toContain('signed with the secret of PIXCTL_WEBHOOK_SECRET, …cdef')
  expect(error.match(/uses another secret/g)).toHaveLength(1)
})
