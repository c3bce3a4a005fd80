/** The error statuses of the service and what to do about each (docs/service.md, 7). */

import type { Category } from '#lib/failure.ts'
import { both, type Text } from '#lib/language.ts'

interface ErrorStatus {
  category: Category
  meaning: Text
  action: Text
}

const retry = both(
  'read the charge, or retry with the same key',
  'consulte a cobrança, ou tente de novo com a mesma chave',
)
const unavailable: ErrorStatus = {
  category: 'service',
  meaning: both('the service is unavailable for now', 'o serviço está fora do ar no momento'),
  action: retry,
}

export const ERROR_STATUSES: Readonly<Record<number, ErrorStatus>> = {
  400: {
    category: 'usage',
    meaning: both('invalid data, UUID or fields', 'dados, UUID ou campos inválidos'),
    action: both('correct the request', 'corrija a requisição'),
  },
  401: {
    category: 'unauthenticated',
    meaning: both(
      'the key is invalid, deleted, revoked or expired',
      'a chave é inválida, foi apagada ou revogada, ou expirou',
    ),
    action: both('check the key', 'confira a chave'),
  },
  403: {
    category: 'forbidden',
    meaning: both(
      'the key lacks a permission, or the account is unavailable',
      'falta uma permissão à chave, ou a conta está indisponível',
    ),
    action: both("check the key's permissions and the store", 'confira as permissões da chave e a loja'),
  },
  404: {
    category: 'not_found',
    meaning: both('not found', 'não encontrado'),
    action: both('check the base URL and the id', 'confira a URL base e o id'),
  },
  405: {
    category: 'usage',
    meaning: both('wrong HTTP method', 'método HTTP errado'),
    action: both('check the base URL', 'confira a URL base'),
  },
  409: {
    category: 'conflict',
    meaning: both(
      'this idempotency key was already used with other data',
      'esta chave de idempotência já foi usada com outros dados',
    ),
    action: both(
      'send identical data, or leave --idempotency-key out for a new charge',
      'envie os mesmos dados, ou não use --idempotency-key para criar outra cobrança',
    ),
  },
  413: {
    category: 'usage',
    meaning: both('the body is larger than 8 KiB', 'o corpo passa de 8 KiB'),
    action: both('send less', 'envie menos dados'),
  },
  429: {
    category: 'rate_limited',
    meaning: both(
      'more than 120 calls per minute with this key',
      'mais de 120 chamadas por minuto com esta chave',
    ),
    action: both('wait as long as the service says', 'aguarde o tempo que o serviço pede'),
  },
  500: { category: 'service', meaning: both('internal error', 'erro interno'), action: retry },
  502: unavailable,
  503: unavailable,
}

/** The statuses after which the same request may be sent again, because the request itself isn't wrong. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([500, 502, 503])
