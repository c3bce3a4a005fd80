/** Data that the sandbox writes and its profile reads. */

/** Given instead of a data folder: everything is in memory and is lost when the sandbox stops. */
export const MEMORY = ':memory:'

/** The path of the dashboard's JSON calls. Its other addresses are pages. */
export const DASHBOARD_API = '/api'

/** A webhook endpoint of a sandbox, with its signing secret. */
export interface EndpointSecret {
  id: string
  url: string
  secret: string
}
