/** The request bodies of the dashboard. */

import type { Context } from 'hono'
import { ServiceError } from '../core/errors.ts'
import { jsonBody } from '../rest/request.ts'

/** A JSON object with no members other than these. */
export async function objectBody(c: Context, names: string[]): Promise<Record<string, unknown>> {
  return checkObject((await jsonBody(c)).value, names)
}

export function checkObject(body: unknown, names: string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_body', 'the body must be an object')
  }
  const extra = Object.keys(body).find(name => !names.includes(name))
  if (extra !== undefined) {
    throw new ServiceError('invalid_body', `the field ${JSON.stringify(extra)} is not accepted`)
  }
  return body as Record<string, unknown>
}
