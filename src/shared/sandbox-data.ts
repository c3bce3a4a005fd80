/** What the sandbox writes, and the profile that leads to it reads. */

/** In place of a data folder: everything in memory, gone when the sandbox ends. */
export const MEMORY = ':memory:'

/** A webhook endpoint of a sandbox, and what signs for it. */
export interface EndpointSecret {
  id: string
  url: string
  secret: string
}
