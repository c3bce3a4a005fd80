/** The address of a PostgreSQL server as libpq writes it: postgres://user@host:5432/database?sslmode=verify-full */

import { Failure } from './failure.ts'
import { said, type Text } from './language.ts'
import { urlHost } from './plain-address.ts'
import { texts } from './texts.ts'

/** What an address says. What it leaves out comes from the environment, or is as libpq has it. */
export interface PostgresUrl {
  /** A name, an IP address without brackets, or the folder of a Unix socket. */
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  /** The parameters about TLS. */
  tls: Partial<Record<TlsParameter, string>>
}

const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const
export type TlsParameter = (typeof TLS_PARAMETERS)[number]

/** Parameters that repeat what the address itself can say, as libpq has them. */
const PLACES = { host: 'host', port: 'port', user: 'user', password: 'password', dbname: 'database' } as const

/** What to do about one that is not valid. */
export const POSTGRES_FORM: Text = texts.postgresForm
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?([^/?#@]*)(?:\/([^?#@]*))?(?:\?([^#]*))?$/i
const HOST_AND_PORT = /^(\[[0-9a-f:.%]+\]|[^:[\]]*)(?::(\d*))?$/i

/**
 * Reads an address. The error never repeats it, because it may hold a password.
 *
 * @param what where it came from, for the error: `--inbox`
 */
export function parsePostgresUrl(text: string, what: Text): PostgresUrl {
  const refuse = (why: (what: string) => string, next: Text = texts.postgresForm) =>
    new Failure('usage', () => why(said(what)), { next })
  const parts = URL_PARTS.exec(text.trim())
  if (!parts) throw refuse(texts.notPostgres)
  const [, userInfo = '', place = '', database = '', query = ''] = parts
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw refuse(texts.badPercent, texts.percentForm)
    }
  }
  const colon = userInfo.indexOf(':')
  const [user, password] = colon < 0 ? [userInfo, ''] : [userInfo.slice(0, colon), userInfo.slice(colon + 1)]
  const several = () => refuse(texts.severalHosts, texts.nameOne)
  if (place.includes(',')) throw several()
  const hostAndPort = HOST_AND_PORT.exec(place)
  if (!hostAndPort) throw refuse(texts.noHostAndPort)
  const [, host = '', port = ''] = hostAndPort
  const given: Record<string, string> = {
    user: decode(user),
    password: decode(password),
    host: decode(host.replace(/^\[(.*)\]$/, '$1')),
    port,
    database: decode(database),
  }
  const tls: PostgresUrl['tls'] = {}
  for (const pair of query.split('&').filter(each => each !== '')) {
    const [name = '', ...value] = pair.split('=').map(decode)
    if (Object.hasOwn(PLACES, name)) given[PLACES[name as keyof typeof PLACES]] = value.join('=')
    else if (isTlsParameter(name)) tls[name] = value.join('=')
    else {
      const known = ['host', 'port', 'user', 'dbname', ...TLS_PARAMETERS].join(', ')
      throw refuse(texts.unknownParameter, () => texts.knownParameters(known))
    }
  }
  if (given.host!.includes(',') && !given.host!.startsWith('/')) throw several()
  const number = given.port === '' ? undefined : Number(given.port)
  if (number !== undefined && !(Number.isInteger(number) && number > 0 && number < 65_536)) {
    throw refuse(texts.badPort)
  }
  return {
    ...optional('host', given.host),
    ...(number === undefined ? {} : { port: number }),
    ...optional('user', given.user),
    ...optional('password', given.password),
    ...optional('database', given.database),
    tls: Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== '')),
  }
}

function isTlsParameter(name: string): name is TlsParameter {
  return (TLS_PARAMETERS as readonly string[]).includes(name)
}

function optional<Name extends string>(name: Name, value: string | undefined): { [name in Name]?: string } {
  return value ? ({ [name]: value } as { [name in Name]: string }) : {}
}

/** Where the server is, without the user and the password: `postgres://host:5432` */
export function postgresOrigin(text: string): string {
  const { host = '', port } = parsePostgresUrl(text, texts.theAddress)
  return `postgres://${urlHost(host)}${port === undefined ? '' : `:${port}`}`
}
