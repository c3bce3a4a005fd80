/** What `webhook listen` and its monitor say of the certificate that it serves. */

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, it } from 'vitest'
import { certificateFor } from '../../support/certificate.ts'
import { FakeClock } from '../../support/clock.ts'
import { startListening } from '../../support/listening.ts'
import { testHost } from '../../support/run.ts'
import { SECRET } from '../../webhooks/target.ts'

const DAY = 86_400_000

/** A listener with a certificate for so many days, on a clock that the test moves. */
async function listenWith(days: number) {
  const clock = new FakeClock(Date.now())
  const host = testHost({ clock, env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
  const [cert, key] = [join(host.home, 'cert.pem'), join(host.home, 'key.pem')]
  const renew = (subject: string, days: number) => {
    const made = certificateFor([], { subject, days })
    writeFileSync(cert, made.cert)
    writeFileSync(key, made.key)
  }
  renew('first', days)
  const listening = await startListening(host, ['--tls-cert', cert, '--tls-key', key, '--monitor', '0'])
  const monitor = /^monitor at (.*)\/$/m.exec(listening.stderr())![1]!
  const ask = async (path: string) => {
    const answer = await fetch(monitor + path)
    return `${answer.status} ${await answer.text()}`
  }
  const endsAt = async () => {
    const [, value] = /^pixctl_certificate_end_timestamp_seconds (.*)$/m.exec(await ask('/metrics'))!
    return Number(value) * 1000
  }
  const served = async () => {
    const socket = connect({
      port: Number(new URL(listening.url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }
  return { clock, renew, listening, ask, endsAt, served }
}

it('it is not ready once the certificate has ended, and is again when it was renewed', async () => {
  const { clock, renew, listening, ask, endsAt, served } = await listenWith(20)
  expect(await ask('/readyz')).toBe('200 ready\n')
  expect(await endsAt()).toBeCloseTo(Date.now() + 20 * DAY, -5)
  clock.jump(21 * DAY)
  expect(await ask('/readyz')).toBe('503 not ready: the certificate has ended\n')
  clock.advance(60_000)
  await listening.says(/cert\.pem ended on .*, so senders that check it can't connect: renew it/)
  renew('next', 100)
  clock.advance(60_000)
  await listening.says(/cert\.pem was read again/)
  expect(await served()).toBe('next')
  expect(await ask('/readyz')).toBe('200 ready\n')
  expect(await endsAt()).toBeCloseTo(Date.now() + 100 * DAY, -5)
})

it('one that ends within 14 days is said at the start', async () => {
  const { listening } = await listenWith(10)
  await listening.says(/cert\.pem ends on .*: renew it, and it is read again within a minute/)
})
