/** What `webhook listen` says and counts of what is refused before it is a delivery. */

import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { send, signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { testHost } from '../../support/run.ts'
import { Connection } from '../../webhooks/receiver.ts'
import { SECRET } from '../../webhooks/target.ts'

const host = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })

async function sendBytes(url: string, bytes: string | Uint8Array): Promise<void> {
  const connection = new Connection(connect(Number(new URL(url).port), '127.0.0.1'))
  connection.socket.end(bytes)
  await connection.closed()
}

/** How a client begins TLS: a record of a handshake, of TLS 1.0 as all still write there. */
const HELLO = Uint8Array.of(0x16, 0x03, 0x01, 0, 4, 1, 0, 0, 0)

it('each kind is said once, however many come, with what to do, and counted', async () => {
  const listening = await startListening(host(), ['--monitor', '0'])
  const monitor = /^monitor at (.*)\/$/m.exec(listening.stderr())![1]!
  for (let n = 0; n < 30; n++) {
    await sendBytes(listening.url, HELLO)
    await sendBytes(listening.url, 'HELO x\r\n\r\n')
    await sendBytes(listening.url, `GET /${n} HTTP/1.1\r\nConnection: close\r\n\r\n`)
  }
  expect((await send(listening.url, signed())).status).toBe(204)
  const metrics = await (await fetch(`${monitor}/metrics`)).text()
  expect(metrics.match(/^pixctl_refused_early_total\{.*\} [1-9].*$/gm)).toEqual([
    'pixctl_refused_early_total{reason="not_http"} 30',
    'pixctl_refused_early_total{reason="tls_to_plain_port"} 30',
    'pixctl_refused_early_total{reason="other_path"} 30',
  ])
  const { stderr } = await listening.stop()
  expect(stderr.match(/a sender speaks https, but this port speaks http: use --tls-cert/g)).toHaveLength(1)
  expect(stderr.match(/not HTTP\/1\.1, and was answered 400 \(HPE_INVALID_METHOD\)/g)).toHaveLength(1)
  expect(stderr.match(/a request to \/0 was answered 404: only \/ is served/g)).toHaveLength(1)
  expect(stderr).not.toContain('/1 was answered')
})
