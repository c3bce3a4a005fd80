/** The pages for the customer's side: each has an address that nobody can guess, and shows one charge. */

import { randomBytes } from 'node:crypto'

/** Only in memory: the addresses end with the server. */
export class Customers {
  readonly #tokens = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  /** The path of a charge's page, which exists from now on. */
  pathOf(id: string): string {
    const token = this.#tokens.get(id) ?? randomBytes(32).toString('base64url')
    this.#tokens.set(id, token)
    this.#ids.set(token, id)
    return `/customer/${token}`
  }

  /** The id of the charge whose page this is. */
  find(token: string): string | undefined {
    return this.#ids.get(token)
  }
}
