import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { attempt, openInbox } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { call } from '../support/http.ts'
import { UNUSUAL, WRONG, written } from '../support/unusual-answers.ts'
import { type Answer, openTarget, signedAt } from '../webhooks/target.ts'
import { BODY, deliveriesOf, forwarding, forwardTo, NOW, put } from './forward-loop-setup.ts'
import { queueOf, runLoop } from './scripted-queue.ts'

/** Time in which a request that must not come would have come. */
async function otherExchanges(): Promise<void> {
  const other = await openTarget(204)
  for (let n = 0; n < 20; n++) await call(other.url)
}

describe('the order', () => {
  it('is that of arrival, and what fails holds up what follows', async () => {
    const { target, clock, inbox, results } = await forwarding([500, 503, 204], 3)
    expect(await clock.pass()).toBe(500)
    expect(await clock.pass()).toBe(1000)
    await clock.asleep()
    expect(deliveriesOf(target)).toEqual(['dlv_1', 'dlv_1', 'dlv_1', 'dlv_2', 'dlv_3'])
    expect(results.map(each => [each.delivery.delivery, each.attempt, each.status, each.nextMs])).toEqual([
      ['dlv_1', 1, 500, 500],
      ['dlv_1', 2, 503, 1000],
      ['dlv_1', 3, 204, null],
      ['dlv_2', 1, 204, null],
      ['dlv_3', 1, 204, null],
    ])
    expect((await inbox.reading.contents()).pending).toBe(0)
  })

  it('is one at a time', async () => {
    let open = 0
    let most = 0
    const slow: Answer = response => {
      most = Math.max(most, ++open)
      setImmediate(() => {
        open--
        response.writeHead(204).end()
      })
    }
    const { attempts } = await forwarding([slow], 20)
    await attempts(20)
    expect(most).toBe(1)
  })

  it('waits for its caller to handle each attempt', async () => {
    let go = () => {}
    const held = new Promise<void>(resolve => {
      go = resolve
    })
    const seen: number[] = []
    const { target, clock } = await forwarding([204], 2, {
      onAttempt: async ({ delivery }) => {
        seen.push(delivery.id)
        if (delivery.id === 1) await held
      },
    })
    await target.requests(1)
    await otherExchanges()
    expect(target.got).toHaveLength(1)
    go()
    await clock.asleep()
    expect(seen).toEqual([1, 2])
  })
})

describe('anything but a 2xx', () => {
  it.each([200, 201, 204, 299])('is tried again, but %s is not', async status => {
    const { attempts, results } = await forwarding([status], 1)
    await attempts(1)
    expect(results[0]).toMatchObject({ status, nextMs: null })
  })

  it.each([301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503])(
    'is %s: it is tried again',
    async status => {
      const elsewhere = await openTarget(204)
      const redirect: Answer = response => response.writeHead(status, { location: elsewhere.url }).end()
      const { clock, target, results, inbox } = await forwarding([redirect, 204], 1)
      await clock.pass()
      await target.requests(2)
      await clock.asleep()
      expect(results.map(each => each.status)).toEqual([status, 204])
      expect(elsewhere.got).toEqual([])
      expect(await inbox.reading.find('dlv_1')).toMatchObject({
        forward: 'done',
        attempts: 2,
        lastStatus: 204,
      })
    },
  )

  it('is a target that does not listen, until it does', async () => {
    const target = await openTarget(204)
    await target.stop()
    const inbox = await openInbox()
    put(inbox, 1)
    const { clock, results, attempts } = await forwardTo(target.url, inbox)
    await clock.asleep()
    expect(results).toMatchObject([{ status: null, error: 'ECONNREFUSED', bodyStart: '' }])
    expect(await inbox.reading.find('dlv_1')).toMatchObject({
      forward: 'pending',
      attempts: 1,
      lastStatus: null,
    })
    await target.start()
    await clock.pass()
    await attempts(2)
    expect(results[1]).toMatchObject({ status: 204, attempt: 2, error: null })
  })

  it('is an answer that never comes', async () => {
    const { clock, results } = await forwarding([() => {}], 1, { timeoutMs: 50 })
    await clock.asleep()
    expect(results).toMatchObject([{ status: null, error: 'TIMEOUT 0.1' }])
  })
})

describe('an answer whose body', () => {
  const begins =
    (status: number, then: (response: ServerResponse) => void): Answer =>
    response => {
      response.writeHead(status, { 'content-length': '10' })
      response.write('half', () => then(response))
    }

  it.each([
    ['is cut short', begins(200, response => response.destroy())],
    ['never ends', begins(200, () => {})],
  ])('%s is its status: taken, and not sent again', async (_name, answer) => {
    const { clock, results } = await forwarding([answer], 1)
    await clock.asleep()
    expect(results).toMatchObject([{ status: 200, error: null, bodyStart: 'half', nextMs: null }])
  })

  it('is cut short after a 500 is sent again', async () => {
    const { clock, results } = await forwarding([begins(500, response => response.destroy())], 1)
    await clock.asleep()
    expect(results).toMatchObject([{ status: 500, error: null, nextMs: expect.any(Number) }])
  })
})

describe('an answer that', () => {
  const bodies: [name: string, then: string, kept: string][] = [
    ['a body that ends', 'Content-Length: 2\r\n\r\nok', 'ok'],
    ['a chunk that is none', 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n', 'ok'],
  ]

  it.each(UNUSUAL)('%s is its status: taken, and not sent again', async (_name, bytes) => {
    const { clock, results } = await forwarding([written(bytes(204, ''))], 1)
    await clock.asleep()
    expect(results).toMatchObject([{ status: 204, error: null, nextMs: null }])
  })

  it.each(UNUSUAL)('%s is sent again if its status is 500', async (_name, bytes) => {
    const { clock, results, inbox } = await forwarding([written(bytes(500, 'down')), 204], 1)
    await clock.pass()
    await clock.asleep()
    expect(results).toMatchObject([{ status: 500, bodyStart: 'down' }, { status: 204 }])
    expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done' })
  })

  it.each(bodies)('is its status, with %s', async (_name, then, kept) => {
    const { clock, results } = await forwarding([written(`HTTP/1.1 200 OK\r\n${then}`)], 1)
    await clock.asleep()
    expect(results).toMatchObject([{ status: 200, error: null, bodyStart: kept, nextMs: null }])
  })

  it.each(WRONG)('is %s is none', async (_name, bytes) => {
    const { clock, results } = await forwarding([written(bytes(200, 'ok'))], 1)
    await clock.asleep()
    expect(results).toMatchObject([{ status: null, nextMs: expect.any(Number) }])
  })
})

describe('the back-off', () => {
  it('doubles from half a second up to half a minute, without end', async () => {
    const { clock } = await forwarding([500], 1)
    const waits: number[] = []
    for (let n = 0; n < 9; n++) waits.push(await clock.pass())
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  it('is up to a quarter shorter by chance', async () => {
    const { clock } = await forwarding([500], 1, { random: () => 0 })
    expect([await clock.pass(), await clock.pass()]).toEqual([375, 750])
  })

  it('starts over with the next delivery', async () => {
    const { clock, results } = await forwarding([500, 500, 204, 500, 204], 2)
    for (let n = 0; n < 3; n++) await clock.pass()
    await clock.asleep()
    expect(results.map(each => each.nextMs)).toEqual([500, 1000, null, 500, null])
  })

  it('is not shortened by deliveries that arrive in the meantime', async () => {
    const { clock, target, loop, inbox } = await forwarding([500, 204], 1)
    expect(await clock.asleep()).toBe(500)
    put(inbox, 2)
    loop.wake()
    await otherExchanges()
    expect(target.got).toHaveLength(1)
    expect(await clock.pass()).toBe(500)
    await target.requests(3)
  })

  it('signs again what has aged in it', async () => {
    const { clock, target } = await forwarding([500, 500, 204], 1)
    await clock.asleep()
    clock.advance(300_000)
    await target.requests(2)
    await clock.pass()
    await target.requests(3)
    expect(target.got.map(each => signedAt(each))).toEqual([NOW, NOW + 300, NOW + 301])
    expect(new Set(deliveriesOf(target))).toEqual(new Set(['dlv_1']))
    expect(target.got.every(each => each.body.equals(BODY))).toBe(true)
  })

  it('skips a delivery that was processed elsewhere in the meantime', async () => {
    const { clock, target, inbox } = await forwarding([500, 204], 2)
    await clock.asleep()
    attempt(inbox, 'dlv_1', 200)
    await clock.pass()
    await target.requests(2)
    expect(deliveriesOf(target)).toEqual(['dlv_1', 'dlv_2'])
  })
})

describe('with nothing pending', () => {
  it('it looks each second: another process may have added something', async () => {
    const { clock, inbox, target, attempts } = await forwarding([204], 0)
    expect(await clock.pass()).toBe(1000)
    expect(await clock.asleep()).toBe(1000)
    put(inbox, 1)
    await clock.pass()
    await attempts(1)
    expect(deliveriesOf(target)).toEqual(['dlv_1'])
  })

  it('it looks at once when it is woken', async () => {
    const { clock, inbox, target, loop, attempts } = await forwarding([204], 0)
    await clock.asleep()
    put(inbox, 1)
    loop.wake()
    await attempts(1)
    expect(deliveriesOf(target)).toEqual(['dlv_1'])
  })

  it('is not idle while it asks what there is: another loop would take what it finds for handled', async () => {
    const queue = queueOf()
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const idle = Promise.withResolvers<void>()
    queue.before = () => {
      asked.resolve()
      return answered.promise
    }
    const { loop } = runLoop({ queue, onIdle: () => idle.resolve() })
    await asked.promise
    expect(loop.isIdle).toBe(false)
    answered.resolve()
    await idle.promise
    expect(loop.isIdle).toBe(true)
  })
})

describe('the end', () => {
  it('comes at once out of a back-off, and out of a rest', async () => {
    for (const count of [0, 1]) {
      const { clock, stop, target } = await forwarding([500], count)
      await clock.asleep()
      await stop()
      expect(target.got).toHaveLength(count)
    }
  })

  it('waits for the attempt in hand, which is recorded and reported', async () => {
    let answer = () => {}
    const { target, stop, results, inbox } = await forwarding(
      [
        response => {
          answer = () => void response.writeHead(204).end()
        },
      ],
      2,
    )
    await target.requests(1)
    const stopped = stop()
    answer()
    await stopped
    expect(results.map(each => each.status)).toEqual([204])
    expect((await inbox.reading.find('dlv_1'))?.forward).toBe('done')
    expect(await inbox.reading.find('dlv_2')).toMatchObject({ forward: 'pending', attempts: 0 })
  })

  it('comes with an error that its caller throws', async () => {
    const { running } = runLoop({
      queue: queueOf('a'),
      clock: new FakeClock(Date.now(), { passing: true }),
      onAttempt: () => {
        throw new Error('the reader is gone')
      },
    })
    await expect(running).rejects.toThrow('the reader is gone')
  })
})

describe('a wait', () => {
  it.each([1, 4])(
    'ends when somebody asks to try now, once for each ask (%i at a time)',
    async concurrency => {
      const { clock, loop, sent, queue } = runLoop({ concurrency, answer: () => ({ status: 500 }) })
      queue.add('a')
      loop.wake()
      await clock.advanceAsync(40_000)
      const before = sent.length
      // Other news don't end it.
      loop.wake()
      await clock.advanceAsync(100)
      expect(sent.length).toBe(before)
      loop.tryNow()
      loop.wake()
      await clock.advanceAsync(2000)
      expect(sent.length).toBe(before + 1)
    },
  )

  it.each([1, 4])(
    'after an attempt that was under way when somebody asked is none (%i at a time)',
    async concurrency => {
      const options = {
        concurrency,
        answer: (_id: number, attempt: number) => ({ status: attempt === 1 ? 500 : 204, afterMs: 3000 }),
      }
      const { clock, loop, sent, queue, results } = runLoop(options)
      queue.add('a')
      loop.wake()
      await clock.advanceAsync(1000)
      expect(sent).toEqual([1])
      loop.tryNow()
      await clock.advanceAsync(2100)
      expect(results).toMatchObject([{ status: 500, nextMs: 0 }])
      expect(sent).toEqual([1, 1])
    },
  )
})
