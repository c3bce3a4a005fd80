/** The error statuses of the service and what to do about each (docs/service.md, 7). */

export interface ErrorStatus {
  meaning: string
  action: string
}

export const ERROR_STATUSES: Readonly<Record<number, ErrorStatus>> = {
  400: { meaning: 'invalid data, UUID or fields', action: 'correct the request' },
  401: { meaning: 'the key is invalid, deleted, revoked or expired', action: 'check the key' },
  403: {
    meaning: 'the key lacks a permission, or the account is unavailable',
    action: "check the key's permissions and the store",
  },
  404: { meaning: 'not found', action: 'check the base URL and the id' },
  405: { meaning: 'wrong HTTP method', action: 'check the base URL' },
  409: {
    meaning: 'this idempotency key was already used with other data',
    action: 'send identical data, or leave --idempotency-key out for a new charge',
  },
  413: { meaning: 'the body is larger than 8 KiB', action: 'send less' },
  429: {
    meaning: 'more than 120 calls per minute with this key',
    action: 'wait as long as the service says',
  },
  500: { meaning: 'internal error', action: 'read the charge, or retry with the same key' },
  502: {
    meaning: 'the service is unavailable for now',
    action: 'read the charge, or retry with the same key',
  },
  503: {
    meaning: 'the service is unavailable for now',
    action: 'read the charge, or retry with the same key',
  },
}

/** The statuses after which the same request may be sent again, because the request itself isn't wrong. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([500, 502, 503])
