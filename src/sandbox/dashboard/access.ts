/** Who may use the dashboard: programs on this machine that have its token. */

import type { Context, MiddlewareHandler } from 'hono'
import { isSecret } from '../../shared/secret.ts'
import { ServiceError } from '../rest/errors.ts'
import { bearerToken } from '../rest/request.ts'

export function checkAccess(token: string): MiddlewareHandler {
  return async (c, next) => {
    checkHost(c)
    checkToken(c, token)
    await next()
    c.header('Cache-Control', 'no-store')
  }
}

/** A web page can point its own host name at this machine (DNS rebinding), but then the Host header has that name. */
function checkHost(c: Context): void {
  const host = c.req.header('host') ?? ''
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
    throw new ServiceError('host_not_allowed', 'the dashboard answers on this machine only')
  }
}

function checkToken(c: Context, token: string): void {
  const given = bearerToken(c)
  if (given === null || !isSecret(given, token)) {
    throw new ServiceError('unauthorized', 'the dashboard token is missing or wrong', {
      'WWW-Authenticate': 'Bearer',
    })
  }
}
