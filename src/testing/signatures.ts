/** Signing and verifying deliveries, for the tests of a receiver. */

import { randomBytes } from 'node:crypto'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER } from '#contract/delivery.ts'
import { checkSignature, signatureHeader } from '#contract/signature.ts'
import { systemClock } from '#lib/clock.ts'
import { check, isText, mistake } from './arguments.ts'
import { worded } from './errors.ts'
import { texts } from './texts.ts'
import type * as api from './types.ts'

export const signDelivery: typeof api.signDelivery = explained(options => {
  const { secret, body, timestamp } = options
  const bytes = bytesOf(body)
  const event = eventOf(bytes)
  return {
    'Content-Type': 'application/json',
    ...(event === null ? {} : { [EVENT_HEADER]: event }),
    [DELIVERY_HEADER]: `dlv_${randomBytes(12).toString('hex')}`,
    [SIGNATURE_HEADER]: signatureHeader(
      secretsOf(secret)[0],
      msOf('timestamp', timestamp) ?? systemClock.now(),
      bytes,
    ),
  }
})

export const verifySignature: typeof api.verifySignature = explained(options => {
  const { secret, body, signature, tolerance, at } = options
  const header = typeof signature === 'string' ? signature : signature?.join(', ')
  const { verdict } = checkSignature(header, bytesOf(body), {
    secrets: secretsOf(secret),
    nowMs: msOf('at', at) ?? systemClock.now(),
    toleranceMs: msOf('tolerance', tolerance),
  })
  return { valid: verdict === 'valid', reason: verdict }
})

/** Checks the one argument of a function; a mistake in it is thrown from the line that calls the function. */
function explained<Options, Result>(work: (options: Options) => Result) {
  return function called(options: Options): Result {
    try {
      check('options', options)
      return work(options)
    } catch (thrown) {
      throw worded(thrown, { from: called, language: undefined })
    }
  }
}

function secretsOf(secret: string | readonly string[]): [string, ...string[]] {
  const secrets = [secret].flat()
  if (secrets.length === 0 || !secrets.every(isText)) throw mistake(texts.noSecret)
  return secrets as [string, ...string[]]
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  // Test runners may have another Uint8Array than this module.
  if (!ArrayBuffer.isView(body)) throw mistake(texts.noBytes)
  return body
}

function msOf(name: 'timestamp' | 'at' | 'tolerance', seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined
  check(name, seconds)
  return seconds * 1000
}

/** The type of an event, if its body has one that a header can hold. */
function eventOf(body: Uint8Array): string | null {
  try {
    const { type } = JSON.parse(Buffer.from(body).toString())
    return typeof type === 'string' && /^[\w.-]+$/.test(type) ? type : null
  } catch {
    return null
  }
}
