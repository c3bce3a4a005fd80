/** The address of a PostgreSQL server as libpq writes it: postgres://user@host:5432/database?sslmode=verify-full */

import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { urlHost } from '../plain-address.ts'
import { texts } from './texts.ts'

/** What an address says. What it leaves out comes from the environment, or is as libpq has it. */
export interface PostgresUrl {
  /** A name, an IP address without brackets, or the folder of a Unix socket. Several are separated by commas. */
  host?: string
  /** One for all hosts, or one for each, separated by commas; an empty one is the default. */
  port?: string
  user?: string
  password?: string
  database?: string
  /** What the server's lists of sessions call pixctl. */
  applicationName?: string
  /** In seconds. */
  connectTimeout?: number
  /** Channel binding, which proves that nobody is in between: if the server can, or always. */
  binding?: 'prefer' | 'require'
  /** The parameters about TLS. */
  tls: Partial<Record<TlsParameter, string>>
}

const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const
export type TlsParameter = (typeof TLS_PARAMETERS)[number]

/** Parameters that repeat what the address itself can say, as libpq has them. */
const PLACES = ['host', 'port', 'user', 'password', 'dbname'] as const
const OTHERS = ['target_session_attrs', 'channel_binding', 'application_name', 'connect_timeout'] as const
const PARAMETERS = [...PLACES, ...OTHERS, ...TLS_PARAMETERS]
const KNOWN = PARAMETERS.filter(name => name !== 'password')

/** An inbox is written, so they all mean the same: the first server that can be written. */
const TARGETS = /^(any|read-write|primary)$/

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
    new Failure('usage', () => why(localized(what)), { next })
  const parts = URL_PARTS.exec(text.trim())
  if (!parts) throw refuse(texts.notPostgres)
  const [, userInfo = '', place = '', path = '', query = ''] = parts
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw refuse(texts.badPercent, texts.percentForm)
    }
  }
  const colon = userInfo.indexOf(':')
  const places = place.split(',').map(text => HOST_AND_PORT.exec(text) ?? [])
  if (places.some(match => match.length === 0)) throw refuse(texts.noHostAndPort)
  const given: Partial<Record<(typeof PARAMETERS)[number], string>> = {
    user: decode(colon < 0 ? userInfo : userInfo.slice(0, colon)),
    password: decode(colon < 0 ? '' : userInfo.slice(colon + 1)),
    host: decode(places.map(([, host = '']) => host.replace(/^\[(.*)\]$/, '$1')).join(',')),
    port: places.map(([, , port = '']) => port).join(','),
    dbname: decode(path),
  }
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=').map(decode)
    const parameter = PARAMETERS.find(known => known === name)
    if (parameter === undefined) {
      throw refuse(
        // Anything else than a name may be a part of a password.
        where => texts.unknownParameter(where, /^[a-z_]{1,40}$/.test(name) ? name : ''),
        () => texts.knownParameters(KNOWN.join(', ')),
      )
    }
    given[parameter] = value.join('=')
  }
  const { host, port, user, password, dbname: database, application_name: applicationName, ...others } = given
  const {
    target_session_attrs: target,
    channel_binding: binding = 'disable',
    connect_timeout: timeout = '0',
    ...tls
  } = others
  if (target !== undefined && !TARGETS.test(target)) throw refuse(texts.badTarget, texts.useTarget)
  if (!isBinding(binding)) throw refuse(texts.badBinding)
  if (!/^\d{1,4}$/.test(timeout)) throw refuse(texts.badConnectTimeout)
  if (!serversOf(host!, port!)) throw refuse(texts.badPort)
  return {
    ...withoutEmpty({ host, port, user, password, database, applicationName }),
    // 0 is no limit, as in libpq; then it is pixctl's own.
    ...(Number(timeout) > 0 && { connectTimeout: Math.max(2, Number(timeout)) }),
    ...(binding !== 'disable' && { binding }),
    tls: withoutEmpty(tls),
  }
}

function isBinding(text: string): text is 'disable' | 'prefer' | 'require' {
  return /^(disable|prefer|require)$/.test(text)
}

function withoutEmpty<Name extends string>(values: { readonly [_ in Name]?: string | undefined }) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as { [_ in Name]?: string }
}

/** Where the server is, without the user and the password: `postgres://host:5432` */
export function postgresOrigin(text: string): string {
  const { host = '', port = '' } = parsePostgresUrl(text, texts.theAddress)
  return `postgres://${hostList(serversOf(host, port)!)}`
}

/** Each host with its port, or an empty one; null if a port isn't valid, or there are neither one nor as many as hosts. */
export function serversOf(hosts: string, ports: string): { host: string; port: string }[] | null {
  const portList = ports.split(',')
  const servers = hosts
    .split(',')
    .map((host, index) => ({ host, port: (portList.length === 1 ? ports : portList[index]) ?? '' }))
  const areValid = portList.every(port => port === '' || (/^\d+$/.test(port) && +port > 0 && +port < 65_536))
  return areValid && [1, servers.length].includes(portList.length) ? servers : null
}

/** As an address has them: `host1:5432,host2:5433` */
export function hostList(servers: readonly { host: string; port: string | number }[]): string {
  const name = (host: string) => (host.startsWith('/') ? encodeURIComponent(host) : urlHost(host))
  return servers.map(({ host, port }) => `${name(host)}${port === '' ? '' : `:${port}`}`).join(',')
}
