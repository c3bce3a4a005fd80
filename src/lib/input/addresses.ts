/** Checks addresses: https and wss; http and ws only on this machine. */

import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { isLoopback } from '../plain-address.ts'
import type { ProxySettings } from '../proxy-settings.ts'
import { texts } from './texts.ts'

/** A base URL without a slash at the end. Failure (usage) if it is not valid. */
export function checkBaseUrl(text: string, what: Text): string {
  return checkUrl(text, what, 'https:', 'http:')
}

/** A realtime URL. Failure (usage) if it is not valid. */
export function checkRealtimeUrl(text: string, what: Text): string {
  return checkUrl(text, what, 'wss:', 'ws:')
}

/**
 * The proxy settings from HTTPS_PROXY and NO_PROXY. The lower-case names come first, as in curl. Every connection to
 * another machine calls this first, so it also checks that Node verifies certificates: otherwise Failure (usage).
 */
export function networkSettings(env: NodeJS.ProcessEnv): ProxySettings {
  checkTrust(env)
  return { httpsProxy: checkProxy(env.https_proxy || env.HTTPS_PROXY), noProxy: env.no_proxy || env.NO_PROXY }
}

/** With NODE_TLS_REJECT_UNAUTHORIZED=0 Node accepts any certificate, so anyone on the network could read the secrets. */
function checkTrust({ NODE_TLS_REJECT_UNAUTHORIZED: checks }: NodeJS.ProcessEnv): void {
  if (checks !== '0') return
  throw new Failure('usage', texts.showsSecrets, { next: [texts.unsetIt, texts.ownAuthority] })
}

/**
 * The address of the proxy, if there is one; `host:port` is enough, as in curl. Failure (usage) if it is not valid. The
 * error never repeats the text, which may hold a password.
 */
function checkProxy(text: string | undefined): string | undefined {
  if (!text) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  if (isProxy(address)) return address
  throw new Failure('usage', texts.badProxy, { next: texts.proxyForm })
}

/** Not with a path: in what looks like one, a part of the password may be. */
function isProxy(address: string): boolean {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(address)
    decodeURIComponent(username + password)
    return /^https?:$/.test(protocol) && pathname + search + hash === '/'
  } catch {
    return false
  }
}

/**
 * The address for deliveries: a URL, `host:port/path`, or only a port on this machine. Without a scheme it is http on
 * this machine and https elsewhere. Failure (usage) if it is not valid. The error never repeats the text, which may hold
 * a password.
 *
 * @param plain whether http to another machine is taken: never, by default, or only with a flag, which the error then names
 */
export function checkTarget(text: string, what: Text, plain: PlainHttp = 'never'): string {
  const address = /^\d{1,5}(?=\/|$)/.test(text) ? `127.0.0.1:${text}` : text
  const onThisMachine = `http://${address}`
  const schemeless = !address.includes('://') && URL.canParse(onThisMachine)
  const { hostname = '' } = URL.canParse(onThisMachine) ? new URL(onThisMachine) : {}
  // Not that of the URL, which leaves 80 out.
  const [, port = ''] = /^[^/?#]*:(\d+)(?=[/?#]|$)/.exec(address) ?? []
  // A single word without a port is probably a mistake, not a host.
  const isWord = schemeless && port === '' && !/[.:]/.test(hostname) && !isLoopback(hostname)
  if (isWord || /^0+$/.test(port)) {
    throw new Failure('usage', () => texts.notAddress(localized(what)), { next: texts.targetForm })
  }
  const url = schemeless
    ? isLoopback(new URL(onThisMachine).hostname)
      ? onThisMachine
      : `https://${address}`
    : address
  return checkUrl(url, what, 'https:', 'http:', plain)
}

export type PlainHttp = 'never' | 'allowed' | `--${string}`

/** @param target only of an address for deliveries: they hold no secret, and a query is taken */
function checkUrl(text: string, what: Text, secure: string, plain: string, target?: PlainHttp): string {
  const query = target !== undefined
  // The error doesn't repeat the text, which may hold a password.
  const form = () => texts.urlForm(secure)
  if (!URL.canParse(text)) throw new Failure('usage', () => texts.notAddress(localized(what)), { next: form })
  const url = new URL(text)
  if (url.username || url.password) {
    throw new Failure('usage', () => texts.hasUser(localized(what)), { next: texts.noSecretsThere })
  }
  if (url.hash || (url.search && !query)) {
    throw new Failure('usage', () => texts.hasPart(localized(what), query), { next: texts.leavePartOut })
  }
  if (url.protocol !== secure && url.protocol !== plain) {
    throw new Failure('usage', () => texts.otherScheme(localized(what), url.protocol, secure), { next: form })
  }
  if (url.protocol === plain && !isLoopback(url.hostname) && target !== 'allowed') {
    const why = query ? texts.unencryptedEvent : texts.unencrypted
    throw new Failure('usage', () => why(localized(what), plain), {
      next: [
        () => texts.useSecure(secure, plain),
        ...(target?.startsWith('--') ? [() => texts.orInsecure(target)] : []),
      ],
    })
  }
  return query ? url.href : url.href.replace(/\/+$/, '')
}
