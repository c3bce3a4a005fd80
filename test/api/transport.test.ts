/** Requests that share a transport don't share their ends. */

import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTransport, type Request } from '#api/transport.ts'
import type { TransportError } from '#api/transport-error.ts'
import { certificateFor } from '../support/certificate.ts'
import { type Act, answer, ScriptedService, silence } from '../support/service.ts'

it('cuts no other request when one gets no answer in time', async () => {
  let answerLate = () => {}
  const late: Act = (...all) => {
    answerLate = () => answer(200, { late: true })(...all)
  }
  await using service = await new ScriptedService(late, silence, answer(200, {})).start()
  const transport = await createTransport({ httpsProxy: undefined, noProxy: undefined })
  const { signal } = new AbortController()
  const get = (timeoutMs: number): Request => ({
    method: 'GET',
    url: service.baseUrl,
    headers: {},
    timeoutMs,
    signal,
  })
  const first = transport.send(get(60_000))
  await service.requests(1)
  // Long enough for the request to reach the service, also on a busy machine.
  const refused = await transport.send(get(1_000)).catch((error: TransportError) => error)
  expect(refused).toMatchObject({ timedOut: true, maybeSent: true })
  expect((await transport.send(get(60_000))).status).toBe(200)
  answerLate()
  expect((await first).body.toString()).toBe('{"late":true}')
})

it('a server that takes only HTTP/2 got nothing, because TLS with it failed, and the error says what it lacks', async () => {
  const server = createSecureServer(certificateFor()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let requests = 0
  server.on('stream', () => requests++)
  const transport = await createTransport({ httpsProxy: undefined, noProxy: undefined, insecure: true })
  const error = await transport
    .send({
      method: 'POST',
      url: `https://127.0.0.1:${port}/`,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    })
    .catch((thrown: TransportError) => thrown)
  expect(error).toMatchObject({ maybeSent: false, message: expect.stringContaining('HTTP/1.1') })
  expect(requests).toBe(0)
})
