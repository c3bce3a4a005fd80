/** contract/webhook-cases.json: right receivers pass all of it, and each mistake that `webhook check` names fails a case. */

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '#contract/signature.ts'
import { CASES } from '#webhooks/check/cases.ts'
import { type Form, headerBy, NAMED } from '#webhooks/wrong-signature/mistakes.ts'

interface Case {
  name: string
  expect: 'accept' | 'refuse'
  why: string
  secret: string
  time: number
  headers: Record<string, string>
  body: string
}

const contract = join(import.meta.dirname, '../../src/contract')
const readJson = (name: string) => JSON.parse(readFileSync(join(contract, name), 'utf8'))
const file = readJson('webhook-cases.json') as { version: number; cases: Case[] }
const { cases } = file

/** The names of the cases that a receiver gets wrong. */
function wrongFor(accepts: (header: string | undefined, body: Buffer, each: Case) => boolean): string[] {
  return cases
    .filter(each => {
      const header = each.headers['X-Service-Signature']
      return accepts(header, Buffer.from(each.body, 'base64'), each) !== (each.expect === 'accept')
    })
    .map(({ name }) => name)
}

/** Written apart from the code under test (docs/service.md, 6.2). */
function rightly(limit = 300, read: (body: Buffer) => Buffer | string = body => body) {
  return (header: string | undefined, body: Buffer, { secret, time }: Case) => {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
    if (t === undefined || Math.abs(time - Number(t)) > limit) return false
    return createHmac('sha256', secret).update(`${t}.`).update(read(body)).digest('hex') === v1
  }
}

it('has the shape of the schema beside it, with no other members', () => {
  const strict = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value
  const schema = JSON.parse(JSON.stringify(readJson('webhook-cases.schema.json')), strict as never)
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(schema)
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
})

it('has what `webhook check` sends, with the same verdict, and each name once', () => {
  const sent = CASES.map(([name, expected]) => expect.objectContaining({ name, expect: expected }))
  expect(cases).toEqual(expect.arrayContaining(sent))
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

describe('a right receiver', () => {
  it('passes every case', () => {
    expect(wrongFor(rightly())).toEqual([])
  })

  it('passes every case, if it is `webhook verify`', () => {
    const verify = (header: string | undefined, body: Buffer, { secret, time }: Case) =>
      checkSignature(header, body, { secrets: [secret], nowMs: time * 1000 }).verdict === 'valid'
    expect(wrongFor(verify)).toEqual([])
  })
})

describe('a mistake fails a case', () => {
  /** A receiver that expects the header which this form makes. */
  const making =
    (form: Form) =>
    (header: string | undefined, body: Buffer, { secret, time }: Case) => {
      const t = Number(/^t=(\d+)/.exec(header ?? '')?.[1] ?? time)
      const isFresh = Math.abs(time - t) <= 300
      return isFresh && header === headerBy(form, secret, t * 1000, body.toString())
    }

  it('the right form is none', () => {
    // It reads the body as text, so the byte that isn't UTF-8 is lost.
    expect(wrongFor(making([]))).toEqual(['not_utf8'])
  })

  it('each that `webhook check` names, alone and in pairs', () => {
    expect(NAMED.length).toBeGreaterThan(100)
    const passed = NAMED.filter(form => wrongFor(making(form)).every(name => name === 'not_utf8'))
    expect(passed.map(form => form.map(({ name, writers }) => [name, writers]))).toEqual([])
  })

  const decoder = new TextDecoder()
  it.each<[string, string[], ReturnType<typeof rightly>]>([
    ['a tolerance of a minute', ['recent_signature'], rightly(60)],
    ['no look at the time', ['stale_signature', 'future_signature'], rightly(Number.POSITIVE_INFINITY)],
    ['a decoder that drops the mark', ['byte_order_mark'], rightly(300, body => decoder.decode(body))],
    ['text in place of bytes', ['not_utf8'], rightly(300, body => body.toString())],
    ['letters put together', ['decomposed_letters'], rightly(300, body => body.toString().normalize())],
    ['a body that is trimmed', ['valid_delivery'], rightly(300, body => body.toString().trim())],
    [
      'digits that Buffer.from cuts off',
      ['65_digits'],
      (header, body, { secret }) => {
        const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(header ?? '') ?? []
        const made = createHmac('sha256', secret).update(`${t}.`).update(body).digest()
        return made.equals(Buffer.from(v1 ?? '', 'hex'))
      },
    ],
    ['nothing verified', ['forged_signature', 'missing_signature', 'altered_body'], () => true],
    ['all refused', ['valid_delivery', 'recent_signature'], () => false],
  ])('%s', (_name, fails, accepts) => {
    expect(wrongFor(accepts)).toEqual(expect.arrayContaining(fails))
  })
})
