/** The server of a webhook endpoint, over real sockets. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as secureConnect } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/shared/clock.ts'
import { createJudge, type Refusal, type SignedDelivery } from '../../src/webhooks/receive.ts'
import { Receiver, type ReceiverOptions } from '../../src/webhooks/server.ts'
import { SECRET, sign } from './target.ts'

interface Setting {
  receiver: Receiver
  kept: SignedDelivery[]
  refused: Refusal[]
  /** Resolves once that many were handed over to be kept. */
  taken(count: number): Promise<void>
}

/** A receiver that keeps by `keep`, at once by default. It ends with the test. */
async function receiving(keep = async () => {}, over: Partial<ReceiverOptions> = {}): Promise<Setting> {
  const kept: SignedDelivery[] = []
  const refused: Refusal[] = []
  let look = () => {}
  const receiver = await Receiver.listen({
    ...{ port: 0, host: '127.0.0.1', path: '/', clock: systemClock },
    judge: createJudge([SECRET], 300_000),
    keep: delivery => {
      kept.push(delivery)
      look()
      return keep()
    },
    onRefused: refusal => refused.push(refusal),
    ...over,
  })
  onTestFinished(async () => {
    const stopped = receiver.stop()
    receiver.abort()
    await stopped
  })
  const taken = (count: number) =>
    new Promise<void>(resolve => {
      look = () => {
        if (kept.length >= count) resolve()
      }
      look()
    })
  return { receiver, kept, refused, taken }
}

/** A request as it goes over the wire. */
function wire(delivery: string, { body = '{}', head = '' } = {}): string {
  const signature = sign(String(Math.floor(Date.now() / 1000)), Buffer.from(body))
  return (
    `POST / HTTP/1.1\r\nHost: x\r\nX-Service-Delivery: ${delivery}\r\nX-Service-Event: checkout.paid\r\n` +
    `X-Service-Signature: ${signature}\r\nContent-Length: ${body.length}\r\n${head}\r\n${body}`
  )
}

/** A connection, with all it was answered. */
class Wire {
  readonly socket: Socket
  text = ''

  constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      this.text += chunk
    })
  }

  static async to({ receiver }: Setting): Promise<Wire> {
    const socket = connect(receiver.port, '127.0.0.1')
    await once(socket, 'connect')
    return new Wire(socket)
  }

  /** The statuses it was answered. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  }

  async answers(count: number): Promise<number[]> {
    while (this.statuses.length < count) {
      if (this.socket.closed) throw new Error(`closed after ${this.text}`)
      await this.#next('data', 'close')
    }
    return this.statuses
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await this.#next('close')
  }

  /** Not by `once`, which a reset would make fail. */
  #next(...events: string[]): Promise<void> {
    return new Promise(resolve => {
      for (const event of events) this.socket.once(event, () => resolve())
    })
  }
}

const CERTIFICATE = Object.fromEntries(
  ['cert', 'key'].map(name => [name, readFileSync(join(import.meta.dirname, `../support/tls/${name}.pem`))]),
) as { cert: Buffer; key: Buffer }

async function secureWire({ receiver }: Setting): Promise<Wire> {
  const socket = secureConnect({ port: receiver.port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return new Wire(socket)
}

describe('a connection', () => {
  it('carries one request after another, and several at once', async () => {
    const setting = await receiving()
    const line = await Wire.to(setting)
    line.socket.write(wire('dlv_1'))
    expect(await line.answers(1)).toEqual([204])
    line.socket.write(wire('dlv_2') + wire('dlv_3', { body: 'x' }) + wire('', {}) + wire('dlv_4'))
    expect(await line.answers(5)).toEqual([204, 204, 204, 400, 204])
    expect(setting.kept.map(({ delivery }) => delivery)).toEqual(['dlv_1', 'dlv_2', 'dlv_3', 'dlv_4'])
  })

  it('that speaks no HTTP is answered 400, and others are served', async () => {
    const setting = await receiving()
    for (const rubbish of [
      '\x16\x03\x01\x00',
      'GET\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    ]) {
      const line = await Wire.to(setting)
      line.socket.write(rubbish, 'latin1')
      await line.closed()
      expect(line.statuses).toEqual([400])
    }
    const line = await Wire.to(setting)
    line.socket.write(wire('dlv_1'))
    expect(await line.answers(1)).toEqual([204])
  })

  it('that is cut while its delivery is being kept leaves it kept, and the server well', async () => {
    let finish = () => {}
    const setting = await receiving(() => new Promise(resolve => (finish = resolve)))
    const line = await Wire.to(setting)
    line.socket.write(wire('dlv_1'))
    await setting.taken(1)
    line.socket.resetAndDestroy()
    await line.closed()
    finish()
    const other = await Wire.to(setting)
    other.socket.write(wire('dlv_2'))
    await setting.taken(2)
    finish()
    expect(await other.answers(1)).toEqual([204])
  })

  it('is asked for its body only where that is wanted', async () => {
    const setting = await receiving()
    const expecting = 'Expect: 100-continue\r\n'
    const line = await Wire.to(setting)
    const [head, body] = wire('dlv_1', { body: '{"a":1}', head: expecting }).split('\r\n\r\n')
    line.socket.write(`${head}\r\n\r\n`)
    expect(await line.answers(1)).toEqual([100])
    line.socket.write(body!)
    expect(await line.answers(2)).toEqual([100, 204])
    const large = await Wire.to(setting)
    large.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n${expecting}\r\n`)
    expect(await large.answers(1)).toEqual([413])
  })
})

describe('an answer', () => {
  it('comes only once the delivery is kept', async () => {
    let finish = () => {}
    const setting = await receiving(() => new Promise(resolve => (finish = resolve)))
    const line = await Wire.to(setting)
    line.socket.write(wire('dlv_1'))
    await setting.taken(1)
    // Another one over another connection comes back meanwhile: the first was not only slow.
    const other = await Wire.to(setting)
    other.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await other.answers(1)).toEqual([405])
    expect(line.text).toBe('')
    finish()
    expect(await line.answers(1)).toEqual([204])
  })

  it('is 500 where it could not be kept, and says no more', async () => {
    const setting = await receiving(async () => {
      throw new Error('the disk of /secret/place is full')
    })
    const line = await Wire.to(setting)
    line.socket.write(wire('dlv_1'))
    expect(await line.answers(1)).toEqual([500])
    expect(line.text).not.toContain('secret')
  })
})

describe('a body that is too large', () => {
  it('is answered before it has come, and read on for a while', async () => {
    const setting = await receiving()
    const line = await Wire.to(setting)
    line.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n')
    expect(await line.answers(1)).toEqual([413])
    expect(setting.refused).toMatchObject([{ reason: 'too_large', status: 413, delivery: null }])
    line.socket.write(Buffer.alloc(3_000_000))
    await line.closed()
    expect(setting.kept).toEqual([])
  })

  it.each([
    ['signed', `X-Service-Signature: t=1,v1=${'0'.repeat(64)}\r\n`, 413],
    ['not signed', '', 401],
  ])('without an end is cut: %s', async (_name, signature, status) => {
    const setting = await receiving()
    const line = await Wire.to(setting)
    line.socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${signature}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    const pour = () => {
      while (!line.socket.destroyed && line.socket.write(chunk)) {}
    }
    line.socket.on('drain', pour)
    pour()
    await line.closed()
    expect(line.statuses).toEqual([status])
  })
})

describe('large bodies that stall', () => {
  const ALMOST = Buffer.alloc(1024 * 1024 - 1)

  /** One that is never finished, and signed with no secret of ours. */
  async function stall(setting: Setting, delivery: string): Promise<Wire> {
    const line = await Wire.to(setting)
    const forged = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
    line.socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nX-Service-Delivery: ${delivery}\r\n` +
        `X-Service-Signature: ${forged}\r\nContent-Length: 1048576\r\n\r\n`,
    )
    line.socket.write(ALMOST)
    return line
  }

  it('are cut, the oldest first, and neither judged nor told of; no genuine delivery is', async () => {
    const setting = await receiving()
    const oldest = await stall(setting, 'oldest')
    const crowd: Wire[] = []
    for (let n = 0; n < 100; n++) crowd.push(await stall(setting, `stalled_${n}`))
    await oldest.closed()
    const large = await Wire.to(setting)
    large.socket.write(wire('dlv_large', { body: JSON.stringify('x'.repeat(1_000_000)) }))
    expect(await large.answers(1)).toEqual([204])
    const small = await Wire.to(setting)
    small.socket.write(wire('dlv_small'))
    expect(await small.answers(1)).toEqual([204])
    expect(setting.refused).toEqual([])
    expect(crowd.at(-1)!.socket.closed).toBe(false)
    for (const { socket } of crowd) socket.destroy()
  })
})

describe('when it stops', () => {
  it('what is in hand is answered, what has not come whole is dropped, nothing new is taken', async () => {
    let finish = () => {}
    const setting = await receiving(() => new Promise(resolve => (finish = resolve)))
    const [inHand, halfway, idle] = [await Wire.to(setting), await Wire.to(setting), await Wire.to(setting)]
    halfway.socket.write(wire('dlv_2').slice(0, -1))
    inHand.socket.write(wire('dlv_1'))
    await setting.taken(1)
    const { port } = setting.receiver
    const stopped = setting.receiver.stop()
    await Promise.all([halfway.closed(), idle.closed()])
    const late = connect(port, '127.0.0.1')
    expect((await once(late, 'error'))[0].code).toBe('ECONNREFUSED')
    inHand.socket.write(wire('dlv_3'))
    finish()
    await stopped
    await inHand.closed()
    expect(inHand.statuses).toEqual([204])
    expect(inHand.text).toContain('Connection: close')
    expect([halfway.text, idle.text]).toEqual(['', ''])
    expect(setting.kept.map(({ delivery }) => delivery)).toEqual(['dlv_1'])
  })
})

describe('with a certificate', () => {
  const tls = CERTIFICATE

  it('it speaks HTTPS', async () => {
    const setting = await receiving(undefined, { tls })
    const [head, body] = wire('dlv_1').split('\r\n\r\n')
    const headers = Object.fromEntries(
      head!
        .split('\r\n')
        .slice(2)
        .map(line => line.split(': ')),
    )
    const { port } = setting.receiver
    const options = {
      method: 'POST',
      host: '127.0.0.1',
      port,
      headers,
      rejectUnauthorized: false,
      agent: false,
    }
    const outgoing = secureRequest(options as object)
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    expect(response.statusCode).toBe(204)
    response.resume()
  })

  it('a crowd that never finishes keeps nobody out', async () => {
    const setting = await receiving(undefined, { tls, maxConnections: 512 })
    const crowd = Array.from({ length: 600 }, () => connect(setting.receiver.port, '127.0.0.1'))
    for (const socket of crowd) socket.on('error', () => {}).write('\x16\x03')
    await Promise.all(crowd.map(socket => (socket.connecting ? once(socket, 'connect') : undefined)))
    for (let n = 0; n < 20; n++) {
      const line = await secureWire(setting)
      line.socket.write(wire(`dlv_${n}`))
      expect(await line.answers(1)).toEqual([204])
    }
    for (const socket of crowd) socket.destroy()
  })
})

it.each(['plain', 'TLS'])(
  'a new connection ends the oldest that holds no whole request, and no %s one in hand',
  async how => {
    const finishes: (() => void)[] = []
    const keep = () => new Promise<void>(resolve => finishes.push(resolve))
    const tls = how === 'TLS' ? CERTIFICATE : undefined
    const setting = await receiving(keep, { tls, maxConnections: 64 })
    const inHand = how === 'TLS' ? await secureWire(setting) : await Wire.to(setting)
    inHand.socket.write(wire('dlv_1'))
    await setting.taken(1)
    const oldest = await Wire.to(setting)
    const crowd: Wire[] = []
    for (let n = 0; n < 63; n++) crowd.push(await Wire.to(setting))
    await oldest.closed()
    expect(crowd.filter(({ socket }) => socket.closed)).toEqual([])
    finishes[0]!()
    expect(await inHand.answers(1)).toEqual([204])
    for (const { socket } of crowd) socket.destroy()
  },
)
