/** The realtime channel over TLS, and through a CONNECT proxy. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyFor } from '#realtime/proxy.ts'
import { steps } from '../support/steps.ts'
import { eventOf, Service, Watched } from './service.ts'

const [cert, key] = ['cert.pem', 'key.pem'].map(name =>
  readFileSync(join(import.meta.dirname, '../support/tls', name), 'utf8'),
) as [string, string]
const one = eventOf('9007199254740993')

class ConnectProxy {
  readonly asked: { authority: string | undefined; authorization: string | undefined }[] = []
  /** The answer that refuses a connection; if it is empty, there is no answer. */
  refusal: string | null = null
  /** Resolves when a client has given up. */
  readonly left: Promise<unknown>
  readonly #server: Server
  readonly #sockets: Socket[] = []

  private constructor(server: Server) {
    this.#server = server
    this.left = once(server, 'connection').then(([socket]) => once(socket, 'close'))
    server.on('connect', ({ url, headers }, client: Socket) => {
      this.#sockets.push(client)
      client.on('error', () => {})
      this.asked.push({ authority: url, authorization: headers['proxy-authorization'] })
      if (this.refusal !== null) {
        if (this.refusal !== '') client.end(this.refusal)
        return
      }
      const target = connect(Number(url?.split(':').at(-1)), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(target).pipe(client)
      })
      this.#sockets.push(target)
      target.on('error', () => client.destroy())
    })
  }

  static async start(server = createServer()): Promise<ConnectProxy> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ConnectProxy(server)
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

const secureService = () => Service.start({ server: createTlsServer({ cert, key }) as unknown as Server })
const secureUrl = (service: Service, host = 'localhost') => `wss://${host}:${service.port}/realtime`
/** Of a host that isn't this machine, to which only the proxy here leads. */
const remoteUrl = (service: Service) => secureUrl(service, 'pix.test')

async function takesAnEvent(service: Service, client: Watched): Promise<void> {
  const batch = client.batch()
  const peer = await service.peer()
  await peer.ready()
  peer.socket.send(one.text)
  expect(await batch).toEqual([one.item])
}

describe('over TLS', () => {
  it('a certificate that is not trusted is refused, and the token not sent', async () => {
    await using service = await secureService()
    const client = new Watched(secureUrl(service))
    const failure = await client.batch().catch(error => error)
    expect(failure).toMatchObject({
      category: 'network',
      message: expect.stringMatching(/\(the certificate was not accepted \(\w+\)\)$/),
    })
    expect(steps(failure)).toContain('NODE_EXTRA_CA_CERTS')
    expect(client.statuses).toEqual([])
    expect(service.requests).toEqual([])
  })
})

describe('with a certificate that is trusted', () => {
  const trusted = getCACertificates('default')
  beforeAll(() => setDefaultCACertificates([...trusted, cert]))
  afterAll(() => setDefaultCACertificates(trusted))

  it('it connects without a proxy', async () => {
    await using service = await secureService()
    await using client = new Watched(secureUrl(service))
    await takesAnEvent(service, client)
  })

  it('it goes through the proxy, which sees no more than the host', async () => {
    await using service = await secureService()
    using proxy = await ConnectProxy.start()
    await using client = new Watched(remoteUrl(service), { httpsProxy: `http://${proxy.host}` })
    await takesAnEvent(service, client)
    expect(proxy.asked).toEqual([{ authority: `pix.test:${service.port}`, authorization: undefined }])
  })

  it('the tail sends the proxy its user name and password, over TLS too', async () => {
    await using service = await secureService()
    using proxy = await ConnectProxy.start(createTlsServer({ cert, key }) as unknown as Server)
    const address = `https://mar%C3%ADa:p%40ss@${proxy.host.replace('127.0.0.1', 'localhost')}`
    await using client = new Watched(remoteUrl(service), { httpsProxy: address })
    await takesAnEvent(service, client)
    const authorization = `Basic ${Buffer.from('maría:p@ss').toString('base64')}`
    expect(proxy.asked).toEqual([{ authority: `pix.test:${service.port}`, authorization }])
  })

  it('the tail ends if the proxy wants a password, but tries again if it was connected before', async () => {
    await using service = await secureService()
    using proxy = await ConnectProxy.start()
    const refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'
    const options = { httpsProxy: `http://user:hunter2@${proxy.host}` }
    proxy.refusal = refusal
    const failure = await new Watched(remoteUrl(service), options).batch().catch(error => error)
    expect(failure).toMatchObject({
      category: 'network',
      message: 'no connection to the realtime channel (the proxy refused to connect (407))',
    })
    expect(steps(failure)).toContain('HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT')
    proxy.refusal = null
    await using client = new Watched(remoteUrl(service), options)
    await takesAnEvent(service, client)
    client.batch().catch(() => {})
    proxy.refusal = refusal
    const lost = client.logged(/the next one/)
    service.cut()
    await lost
    const again = client.logged(/407.*the next one/)
    await client.clock.pass()
    await again
    expect(client.statuses).toEqual(['connection lost (the connection was cut); reconnecting'])
  })

  it('the tail tries again if the proxy answers 503 or can’t be reached', async () => {
    await using service = await secureService()
    using proxy = await ConnectProxy.start()
    proxy.refusal = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'
    await using client = new Watched(remoteUrl(service), { httpsProxy: `http://user:hunter2@${proxy.host}` })
    await using none = new Watched(remoteUrl(service), { httpsProxy: 'http://user:hunter2@127.0.0.1:1' })
    const taken = takesAnEvent(service, client)
    await client.logged(/the next one/)
    expect(client.statuses).toEqual(['no connection (the proxy refused to connect (503)); trying again'])
    expect(client.lines.join('\n')).not.toContain('hunter2')
    proxy.refusal = null
    await client.clock.pass()
    await taken
    none.batch().catch(() => {})
    await none.logged(/the next one/)
    expect(none.statuses).toEqual([
      'no connection (the proxy 127.0.0.1:1 does not answer: the connection was refused); trying again',
    ])
    expect(none.lines.join('\n')).not.toContain('hunter2')
  })

  it('the tail waits 15 s for a silent proxy, and stops at once when it is told to', async () => {
    await using service = await secureService()
    using proxy = await ConnectProxy.start()
    proxy.refusal = ''
    await using client = new Watched(remoteUrl(service), { httpsProxy: `http://${proxy.host}` })
    const batch = client.batch().catch((error: unknown) => error)
    await client.logged(/connecting/)
    const lost = client.logged(/the next one/)
    expect(await client.clock.pass()).toBe(15_000)
    await lost
    await proxy.left
    expect(client.statuses).toEqual(['no connection (no connection within 15 s); trying again'])
    await client.clock.pass()
    const reason = new Error('enough')
    client.over.abort(reason)
    expect(await batch).toBe(reason)
  })
})

describe('NO_PROXY', () => {
  const settings = (noProxy: string) => ({ httpsProxy: 'http://proxy.example:3128', noProxy })
  const used = (url: string, noProxy: string) => proxyFor(new URL(url), settings(noProxy)) !== null

  it.each([
    ['wss://ws.example.com/realtime', 'example.com'],
    ['wss://ws.example.com/realtime', '.example.com'],
    ['wss://ws.example.com/realtime', '*.example.com'],
    ['wss://WS.example.com./realtime', 'other.example ws.EXAMPLE.com.'],
    ['wss://ws.example.com/realtime', 'ws.example.com:443'],
    ['wss://ws.example.com:8443/realtime', 'example.com:8443'],
    ['wss://ws.example.com/realtime', 'none.invalid,*'],
    ['wss://[2001:db8::1]:8443/realtime', '2001:db8::1'],
    ['wss://[2001:db8::1]:8443/realtime', '[2001:db8::1]'],
    ['wss://[2001:db8::1]:8443/realtime', '[2001:db8::1]:8443'],
    ['wss://10.0.0.7/realtime', '10.0.0.7'],
  ])('excepts %s by %j', (url, noProxy) => {
    expect(used(url, noProxy)).toBe(false)
  })

  it.each([
    ['wss://ws.example.com/realtime', ''],
    ['wss://ws.example.com/realtime', 'ample.com'],
    ['wss://ws.example.com/realtime', 'ws.example.com:8443'],
    ['wss://example.com/realtime', '*.example.com'],
    ['wss://ws.example.com/realtime', '*:8443'],
    ['wss://[2001:db8::1]:8443/realtime', '[2001:db8::1]:443'],
    ['wss://[2001:db8::1]:8443/realtime', '2001:db8::2'],
  ])('does not except %s by %j', (url, noProxy) => {
    expect(used(url, noProxy)).toBe(true)
  })

  it.each([
    'ws://localhost:4010',
    'wss://localhost',
    'https://a.b.localhost:8443',
    'wss://[::1]',
    'https://127.9.9.9',
  ])('is not asked for loopback: %s', url => {
    expect(used(url, '')).toBe(false)
  })
})
