/** A proxy for HTTP that writes down each call, with nothing of the code under test in it. */

import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from './serve.ts'

export interface RecordedCall {
  method: string
  path: string
  key: string | undefined
  body: string
  /** Milliseconds, of a clock that goes evenly. */
  at: number
}

export interface RecordingProxy {
  origin: string
  calls: RecordedCall[]
  /** Called before a call is passed on. */
  onCall: () => void
  /** Instead of the server behind it. */
  answer: { status: number; headers?: Record<string, string> } | null
}

/** Passes calls on to a server, whose cut connections it cuts too; it ends with the test. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const origin = await serve(async (incoming, outgoing) => {
    const at = performance.now()
    const body = await buffer(incoming)
    const { method = '', url = '', headers } = incoming
    proxy.calls.push({ method, path: url, key: headers['idempotency-key'] as string, body: `${body}`, at })
    proxy.onCall()
    if (proxy.answer) {
      const { status, headers } = proxy.answer
      return void outgoing.writeHead(status, headers).end('{"error":"the proxy says so","code":"proxy"}')
    }
    const { host: _, ...rest } = headers
    const passed = request(
      target + url,
      { method, headers: rest, agent: false },
      (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    passed.end(body)
  })
  const proxy: RecordingProxy = { origin, calls: [], onCall: () => {}, answer: null }
  return proxy
}
