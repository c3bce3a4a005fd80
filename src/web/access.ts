/**
 * Which requests the pages answer at all, before anybody is asked who they are, and the headers of every answer
 * (docs/decisions/web.md).
 */

import { isOwnHost } from '#lib/plain-address.ts'
import { PageError } from './page-error.ts'
import { texts } from './texts.ts'

export interface OriginRules {
  port: number
  scheme: 'http' | 'https'
  /** Whether the server has this name besides those of loopback, such as that of `--dashboard-host`. */
  isName(host: string): boolean
}

/** Null when the request may go on to the login and the pages. */
export function refusal(request: Request, { port, scheme, isName }: OriginRules): PageError | null {
  if (request.method !== 'GET' && request.method !== 'POST') {
    return new PageError(405, texts.notAllowed(), texts.onlyGetAndPost())
  }
  const { headers } = request
  const host = (headers.get('host') ?? '').toLowerCase()
  const [, name = '', given] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  const isOurs = isOwnHost(name, []) || isName(name)
  if (!isOurs || Number(given ?? (scheme === 'https' ? 443 : 80)) !== port) {
    return new PageError(403, texts.wrongAddress(), texts.onlyPrintedAddress())
  }
  if (!['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))) {
    return new PageError(403, texts.fromAnotherPage(), texts.openItFromHere())
  }
  if (request.method === 'POST') return postRefusal(headers, `${scheme}://${host}`)
  return null
}

/** Ports don't count for SameSite cookies, so a page of another port of this machine is kept out here. */
function postRefusal(headers: Headers, origin: string): PageError | null {
  if (headers.get('origin') !== origin) {
    return new PageError(403, texts.notFromHere(), texts.changeFromElsewhere())
  }
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    return new PageError(415, texts.notAForm(), texts.changeIsAForm())
  }
  return null
}

/**
 * The values of a cookie. Any port of this machine may set one of the same name for a path, which then comes first: it
 * must not hide ours.
 */
export function cookiesOf(request: Request, name: string): string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map(cookie => cookie.trim())
  return cookies.filter(cookie => cookie.startsWith(`${name}=`)).map(cookie => cookie.slice(name.length + 1))
}

/** What every cookie of the pages has. */
export const COOKIE_FLAGS = 'HttpOnly; SameSite=Strict; Path=/'

/** No inline script or style, nothing from another origin, no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not no-referrer: with that, browsers send `Origin: null` when they post a form of the page itself.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
