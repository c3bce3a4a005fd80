/** What the sandbox and the commands for it must agree on. */

/** Given instead of a data folder: everything is in memory and is lost when the sandbox stops. */
export const MEMORY = ':memory:'

/** Below it, on the REST port, are the routes that control the sandbox. */
export const CONTROL_PATH = '/sandbox'

export type ControlCall = [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown]

/** Makes one call of such a route, and gives the JSON of a 2xx answer; anything else is thrown. */
export type CallSandbox = <Answer>(...call: ControlCall) => Promise<Answer>

/** What it answers, without a key, once it serves. */
export const ALIVE = { path: '/healthz', text: 'alive\n' }

/** The address of such a route, such as `/stores`, for a base URL with its /api/v1. */
export function controlUrl(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/api\/v1\/*$/, '') + CONTROL_PATH + path
}

/** The most sample charges that one call adds. It is one transaction, during which the sandbox answers nothing else. */
export const MAX_SAMPLES = 200_000

/** The store that every sandbox has. */
export const FIRST_STORE_NAME = 'main'

/** The file with the secrets of a store, in the data folder. */
export function secretsFileOf(store: string): string {
  return store === FIRST_STORE_NAME ? 'secrets.json' : `secrets-${store}.json`
}

/** Whether a secret may be given to a sandbox: its prefix, then 8 to 200 letters, digits, `_` and `-`. */
export function isSandboxSecret(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith(prefix) && /^[\w-]{8,200}$/.test(value.slice(prefix.length))
  )
}

/** A webhook endpoint of a sandbox, with its signing secret. */
export interface EndpointSecret {
  id: string
  url: string
  secret: string
}
