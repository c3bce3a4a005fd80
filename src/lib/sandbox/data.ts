/** Data that the sandbox writes and its profile reads. */

/** Given instead of a data folder: everything is in memory and is lost when the sandbox stops. */
export const MEMORY = ':memory:'

/** The path of the dashboard's JSON calls. Its other addresses are pages. */
export const DASHBOARD_API = '/api'

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
