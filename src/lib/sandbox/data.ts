/** What the sandbox and the commands for it must agree on. */

/** Given instead of a data folder: everything is in memory and is lost when the sandbox stops. */
export const MEMORY = ':memory:'

/** The path of the dashboard's JSON calls. Its other addresses are pages. */
export const DASHBOARD_API = '/api'

/** The most sample charges that one call adds. It is one transaction, during which the sandbox answers nothing else. */
export const MAX_SAMPLES = 200_000

/** The store that every sandbox has. */
export const FIRST_STORE_NAME = 'main'

/** The file with the secrets of a store, in the data folder. */
export function secretsFileOf(store: string): string {
  return store === FIRST_STORE_NAME ? 'secrets.json' : `secrets-${store}.json`
}

/** A webhook endpoint of a sandbox, with its signing secret. */
export interface EndpointSecret {
  id: string
  url: string
  secret: string
}
