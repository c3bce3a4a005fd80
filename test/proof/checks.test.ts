/** Whether the checks of the proof find what they look for. */

import { describe, expect, it } from 'vitest'
import { check, type Outcome } from './checks.ts'
import type { Came } from './target.ts'

/** Requests in the order in which they came, each answered before the next one comes. */
function came(...requests: [order: number, sender: string, status: number][]): Came[] {
  return requests.map(([order, sender, status], n) => ({
    event: `evt_1_${order}`,
    delivery: `dlv_1_${order}`,
    payment: 'pay_1',
    order,
    sender,
    at: 1000 * (n + 1),
    place: 2 * n,
    status,
    answered: 2 * n + 1,
  }))
}

/** One payment with two events; what was recorded is the last 2xx of each, and all that was taken is acknowledged. */
function problemsOf(requests: Came[], over: Partial<Outcome> = {}): string[] {
  const both = ['dlv_1_1', 'dlv_1_2']
  const recorded = both.flatMap(delivery => {
    const last = requests.findLast(each => each.delivery === delivery && each.status === 200)
    return last ? [{ delivery, answer: String(last.place) }] : []
  })
  const outcome = { acknowledged: new Set(both), kept: both, recorded, requests, kills: new Map(), ...over }
  return check({ ...outcome, payments: 1, eventsEach: 2 }).problems
}

const WELL = came([1, 'a', 200], [2, 'a', 200])

describe('the checks', () => {
  it.each<[string, string[]]>([
    ['once each', problemsOf(WELL)],
    ['again after a refusal', problemsOf(came([1, 'a', 500], [1, 'b', 200], [2, 'a', 500], [2, 'a', 200]))],
    [
      'again after the kill of who had not recorded it',
      problemsOf(came([1, 'a', 200], [1, 'b', 200], [2, 'b', 200]), { kills: new Map([['a', 1001]]) }),
    ],
  ])('accept what was sent %s', (_name, problems) => {
    expect(problems).toEqual([])
  })

  it.each<[string, string[], RegExp]>([
    [
      'is lost',
      problemsOf(WELL, { kept: ['dlv_1_1'] }),
      /^dlv_1_2 was acknowledged and is not in the inbox$/,
    ],
    ['is kept twice', problemsOf(WELL, { kept: ['dlv_1_1', 'dlv_1_2', 'dlv_1_2'] }), /^1 deliveries are/],
    ['never reaches the target', problemsOf(came([1, 'a', 200])), /^evt_1_2 was never accepted/],
    [
      'comes before the event before it is accepted',
      problemsOf(came([1, 'a', 500], [2, 'b', 200], [1, 'a', 200])),
      /^evt_1_2 of pay_1 came before the 2xx/,
    ],
    [
      'comes again after a later event',
      problemsOf(came([1, 'a', 200], [2, 'b', 200], [1, 'b', 200]), { kills: new Map([['a', 1001]]) }),
      /^evt_1_1 of pay_1 came again after a later event$/,
    ],
    [
      'comes again after its recorded 2xx',
      problemsOf(came([1, 'a', 200], [1, 'b', 200], [2, 'b', 200]), {
        kills: new Map([['b', 2001]]),
        recorded: [
          { delivery: 'dlv_1_1', answer: '0' },
          { delivery: 'dlv_1_2', answer: '4' },
        ],
      }),
      /^evt_1_1 came again after its 2xx was recorded/,
    ],
    [
      'is recorded twice',
      problemsOf(WELL, {
        recorded: [
          { delivery: 'dlv_1_1', answer: '0' },
          { delivery: 'dlv_1_1', answer: '0' },
          { delivery: 'dlv_1_2', answer: '2' },
        ],
      }),
      /^evt_1_1 has 2 recorded 2xx/,
    ],
    [
      'is sent again though nobody was killed',
      problemsOf(came([1, 'a', 200], [1, 'b', 200], [2, 'b', 200])),
      /^evt_1_1 was sent again, and a lived Infinity ms/,
    ],
    [
      'is sent again by who sent it',
      problemsOf(came([1, 'a', 200], [1, 'a', 200], [2, 'b', 200]), { kills: new Map([['a', 2001]]) }),
      /^evt_1_1 was sent again, and a lived 1000 ms/,
    ],
    [
      'is sent again though its sender lived on for long',
      problemsOf(came([1, 'a', 200], [1, 'b', 200], [2, 'b', 200]), { kills: new Map([['a', 20_000]]) }),
      /^evt_1_1 was sent again, and a lived 19000 ms/,
    ],
  ])('find what %s', (_name, problems, expected) => {
    expect(problems.filter(each => expected.test(each))).toHaveLength(1)
  })
})
