import { describe, expect, it } from 'vitest'
import { createPost } from '#forwarding/targets.ts'
import { deliveryWhere } from '#inbox/sqlite/reading.ts'
import { attempt, openInbox } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { type Answer, openTarget, SECRET } from '../webhooks/target.ts'
import { BODY, forwarding, forwardTo, put } from './forward-loop-setup.ts'
import { queueOf, runLoop } from './scripted-queue.ts'

describe('an attempt', () => {
  it('is on the disk before it is reported, and before the next begins', async () => {
    const inbox = await openInbox()
    put(inbox, 1)
    put(inbox, 2)
    const order: string[] = []
    const state = (id: string) => {
      const { forward, attempts, lastStatus } = deliveryWhere(inbox.prepare, 'delivery = ?', id)!
      return `${forward} ${attempts} ${lastStatus}`
    }
    const target = await openTarget((response, got) => {
      const id = String(got.headers['x-service-delivery'])
      order.push(`${id} asked, dlv_1 ${state('dlv_1')}`)
      response.writeHead(204).end()
    })
    const { clock } = await forwardTo(target.url, inbox, {
      onAttempt: ({ delivery }) =>
        void order.push(`${delivery.delivery} reported, ${state(delivery.delivery)}`),
    })
    await clock.asleep()
    expect(order).toEqual([
      'dlv_1 asked, dlv_1 pending 0 null',
      'dlv_1 reported, done 1 204',
      'dlv_2 asked, dlv_1 done 1 204',
      'dlv_2 reported, done 1 204',
    ])
  })

  it('records how the answer began, and how long it took', async () => {
    const answer: Answer = response => response.writeHead(500).end(`é${'x'.repeat(500)}`)
    const { clock, results, target } = await forwarding([answer], 1)
    await clock.asleep()
    expect(results).toEqual([
      {
        delivery: expect.objectContaining({ id: 1, delivery: 'dlv_1', event: 'payment.created' }),
        to: target.url,
        at: '2026-03-10T12:00:00.000Z',
        status: 500,
        ms: expect.any(Number),
        attempt: 1,
        error: null,
        bodyStart: `é${'x'.repeat(199)}`,
        nextMs: 500,
      },
    ])
    expect(results[0]!.ms).toBeLessThan(10_000)
  })

  it.each([
    ['of three bytes', `x${'€'.repeat(500)}`, `x${'€'.repeat(199)}`],
    ['of four bytes', `xx${'😀'.repeat(500)}`, `xx${'😀'.repeat(198)}`],
  ])('cuts no character of the answer in two: %s', async (_name, body, start) => {
    const { clock, results } = await forwarding([response => response.writeHead(500).end(body)], 1)
    await clock.asleep()
    expect(results[0]?.bodyStart).toBe(start)
  })

  it.each([3_600_000, -3_600_000])(
    'takes the time that passes, also where the clock is set by %i ms',
    async by => {
      const clock = new FakeClock()
      const pass = () => {
        clock.suspend(40)
        clock.jump(by)
      }
      const target = await openTarget(response => {
        pass()
        response.writeHead(204).end()
      })
      const post = createPost({ env: {}, clock, signal: new AbortController().signal }, 10_000)
      expect(await post(target.url, [], BODY)).toMatchObject({ ms: 40 })

      const cut = async () => {
        pass()
        throw new Error('cut')
      }
      const { attempts, results } = await forwarding([204], 1, { clock, post: cut })
      await attempts(1)
      expect(results[0]).toMatchObject({ ms: 40, error: 'cut' })
    },
  )

  it('continues the count of earlier runs', async () => {
    const target = await openTarget(500)
    const inbox = await openInbox()
    put(inbox, 1)
    for (let n = 0; n < 7; n++) attempt(inbox, 'dlv_1', 500)
    const { clock, results } = await forwardTo(target.url, inbox)
    // The back-off is this run's own.
    expect(await clock.asleep()).toBe(500)
    expect(results[0]?.attempt).toBe(8)
  })
})

describe('a disk that takes nothing', () => {
  const full = new Error('database or disk is full')

  it.each([204, 500])('holds everything up after a %s, without a second request', async status => {
    const queue = queueOf('a', 'b')
    let failures = 3
    queue.before = async operation => {
      if (operation === 'record' && failures-- > 0) throw full
    }
    const answer = (_id: number, attempt: number) => ({ status: attempt === 1 ? status : 204 })
    const { clock, sent, results, faults } = runLoop({ queue, answer, concurrency: 1 })
    await clock.advanceAsync(3000)
    expect(sent).toEqual([1])
    expect(results).toEqual([])
    await clock.advanceAsync(10)
    expect(results[0]).toMatchObject({ status, attempt: 1 })
    expect(queue.attempts[0]).toMatchObject({ id: 1, status })
    // Said once, not at every try.
    expect(faults).toEqual([full])
  })

  it('does not keep it from ending; what was not recorded is not reported', async () => {
    const { target, clock, stop, results } = await forwarding([204], 1, {
      record: () => Promise.reject(full),
    })
    await clock.asleep()
    await target.requests(1)
    await stop()
    expect(target.got).toHaveLength(1)
    expect(results).toEqual([])
  })

  it('or gives nothing is reported once, and tried again each second', async () => {
    const queue = queueOf('a')
    let failures = 3
    queue.before = async operation => {
      if (operation === 'claim' && failures-- > 0) throw full
    }
    const { clock, faults, sent } = runLoop({ queue, concurrency: 1 })
    for (let n = 0; n < 3; n++) expect(await clock.pass()).toBe(1000)
    await clock.advanceAsync(10)
    expect(sent).toEqual([1])
    expect(faults).toEqual([full])
  })
})

describe('the inbox', () => {
  it('gets the target without its query, and more of the answer than a line shows', async () => {
    const long = `${'Erro: não há pedido. '.repeat(60)}`
    const { clock, inbox, target } = await forwarding([response => response.writeHead(500).end(long)], 1)
    await clock.asleep()
    const [kept] = await inbox.reading.attemptsOf({ id: 1 })
    expect(kept).toMatchObject({ attempt: 1, status: 500, error: null, replay: false })
    expect(kept?.at).toBe(new Date(clock.now()).toISOString())
    expect(kept?.to).toBe(`http://127.0.0.1:${new URL(target.url).port}/hooks`)
    expect(long.startsWith(kept!.answer)).toBe(true)
    expect(kept!.answer.length).toBeGreaterThan(800)
  })

  it('gets the reason if no answer came', async () => {
    const { clock, inbox } = await forwarding([response => response.destroy()], 1)
    await clock.asleep()
    expect(await inbox.reading.attemptsOf({ id: 1 })).toMatchObject([
      { status: null, error: 'UND_ERR_SOCKET', answer: '' },
    ])
  })

  it('gets no secret that the target repeats', async () => {
    const token = 'Bearer 8d1f0b7c2e'
    const answer: Answer = (response, got) =>
      response.writeHead(500).end(`secret ${SECRET}, bare ${SECRET.slice(6)}, ${got.headers.authorization}`)
    const { clock, inbox, results } = await forwarding([answer], 1, {
      extraHeaders: [['Authorization', token]],
    })
    await clock.asleep()
    expect((await inbox.reading.attemptsOf({ id: 1 }))[0]?.answer).toBe('secret whsec_***, bare ***, ***')
    expect(results[0]?.bodyStart).toBe('secret whsec_***, bare ***, ***')
  })
})
