/** How messages of the realtime channel are read: in every layout and deeply nested. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, madeAt } from '#contract/realtime.ts'
import { refusalSubject } from '#contract/realtime-refusals.ts'
import { cpuMs } from '../support/cpu.ts'
import { cases } from '../support/volume.ts'

describe('an event', () => {
  const json = fc.json({ maxDepth: 4 })
  /** One that looks like an escaped one is escaped again (event-id.test.ts). */
  const plainId = fc.string().filter(id => !id.includes('\\u'))
  /** Members of no meaning to the channel. */
  const member = fc.tuple(
    fc.string().map(name => JSON.stringify(`x${name}`)),
    json,
  )
  const digits = fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String)
  const members = fc.array(member, { maxLength: 5 })
  const data = members.map(each => `{${each.map(pair => pair.join(':')).join(',')}}`)

  it('is passed on byte by byte, in every layout', () => {
    const layouts = fc.constantFrom<(sequence: string, event: string, extra: string) => string>(
      (sequence, event) => `{"op":"event","sequence":"${sequence}","event":${event}}`,
      (sequence, event, extra) => `{"op":"event","sequence":"${sequence}","event":${event},${extra}}`,
      (sequence, event, extra) => `{${extra},"kind":"event","payload":${event},"sequence":${sequence}}`,
      (sequence, event, extra) =>
        `\n{ "type" : "event" ,${extra}, "data" : ${event} ,"sequence":"${sequence}" }\t`,
      (sequence, event, extra) =>
        `{"name":"event","data":{${extra},"sequence":${sequence},"event":${event}}}`,
    )
    fc.assert(
      fc.property(layouts, digits, data, plainId, member, (layout, sequence, inner, id, extra) => {
        const event = `{"id":${JSON.stringify(`e${id}`)},"type":"payment.approved","data":${inner}}`
        expect(decode(layout(sequence, event, extra.join(':')))).toEqual({
          kind: 'event',
          sequence,
          event,
          id: `e${id}`,
          type: 'payment.approved',
          store: '',
        })
      }),
    )
  })
})

describe('when an event was made', () => {
  it.each([
    ['{"id":"evt_1","createdAt":"2026-03-10T12:00:00.5Z"}', '2026-03-10T12:00:00.500Z'],
    [
      '{"created_at":"2026-03-10T09:00:00-03:00","data":{"createdAt":"2020-01-01T00:00:00Z"}}',
      '2026-03-10T12:00:00.000Z',
    ],
    ['{"id":"evt_1","data":{"createdAt":"2026-03-10T12:00:00Z"}}', undefined],
    ['{"createdAt":1773144000000}', undefined],
    ['{"createdAt":"5"}', undefined],
    ['{"createdAt":"2026-99-10T12:00:00Z"}', undefined],
  ])('is read from %s', (event, time) => expect(madeAt(event)).toBe(time))
})

describe('any text', () => {
  it('is read without an error', () => {
    const words = fc.constantFrom(...'op event data sequence id type ready ping error __proto__'.split(' '))
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        { maxDepth: 5 },
        words,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.array(fc.tuple(words, tie('any')), { maxLength: 6 }).map(pairs => new Pairs(pairs)),
      ),
    })).any
    fc.assert(
      fc.property(value, fc.nat(), fc.boolean(), (tree, at, cut) => {
        const text = written(tree)
        const message = decode(cut ? text.slice(0, at % (text.length + 1)) : text)
        if (message.kind === 'event') {
          expect(text).toContain(message.sequence)
          expect(() => JSON.parse(message.event)).not.toThrow()
        }
        if (message.kind === 'ping') expect(Object.values(JSON.parse(message.answer))).toContain('pong')
      }),
      cases(2000),
    )
  })

  it.each([
    ['arrays in arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['objects in objects', `${'{"event":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    [
      'objects in an event',
      `{"op":"event","sequence":"7","event":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)},"x":1}`,
    ],
    ['backslashes', `{"x":"${'\\\\'.repeat(500_000)}","op":"ready"}`],
    ['quotes', `{"x":"${'\\"'.repeat(500_000)}","op":"ready"}`],
    ['members', `{${'"a":1,'.repeat(150_000)}"op":"ready"}`],
    ['no end', '{"op":"event","sequence":"7","event":{"id":"'.padEnd(1_000_000, 'x')],
  ])('of a mebibyte is read in time: %s', (_name, text) => {
    const start = cpuMs()
    decode(text)
    expect(cpuMs() - start).toBeLessThan(2000)
  })

  it('says in a line why it is not understood', () => {
    const message = decode(JSON.stringify({ op: 'x\n'.repeat(100_000) }))
    expect(message).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/^it is named "x\\nx\\n.{0,1000}$/),
    })
  })

  it('says in a line what the service refuses', () => {
    const message = decode(JSON.stringify({ op: 'error', message: '💥'.repeat(100_000) }))
    expect(message.kind === 'error' && [...message.message].length).toBe(200)
  })
})

describe('the reason of a close', () => {
  it.each([
    ['unauthorized', 'token'],
    ['after: not a sequence that was given out', 'after'],
    ['unknown sequence', 'after'],
    ['cannot resume', 'after'],
    ['out of range', 'after'],
    ['cursor expired', 'after'],
    ['key expired', 'token'],
    ['going away', 'other'],
    ['service restart', 'other'],
    ['closed after 40 s of silence', 'other'],
    ['', 'other'],
  ])('%j is about %s', (reason, about) => {
    expect(refusalSubject(reason)).toBe(about)
  })
})

/** An object whose names may stand there twice. */
class Pairs {
  readonly pairs: [string, unknown][]

  constructor(pairs: [string, unknown][]) {
    this.pairs = pairs
  }
}

function written(value: unknown): string {
  if (value instanceof Pairs) {
    return `{${value.pairs.map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`).join(',')}}`
  }
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  return JSON.stringify(value)
}
