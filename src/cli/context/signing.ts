/** Which webhook signing secrets a command has, and which one signs what is sent to a URL. */

import { plainAddress } from '../../shared/plain-address.ts'
import type { EndpointSecret } from '../../shared/sandbox-data.ts'

/** A secret that signs. */
export interface Signer {
  secret: string
  /** Which one it is, for a person: `the secret of endpoint we_1 (http://…)`. */
  words: string
}

export class SigningSecrets {
  /** All that verify. */
  readonly values: readonly [string, ...string[]]
  readonly #place: string
  readonly #endpoints: readonly EndpointSecret[]

  /**
   * @param place where they are from: `PIXCTL_WEBHOOK_SECRET`
   * @param endpoints those of the profile's sandbox
   */
  constructor(
    values: readonly [string, ...string[]],
    place: string,
    endpoints: readonly EndpointSecret[] = [],
  ) {
    this.values = values
    this.#place = place
    this.#endpoints = endpoints
  }

  /** All of them for a person: `the 2 signing secrets of PIXCTL_WEBHOOK_SECRET`. */
  get words(): string {
    const { length } = this.values
    return `${length === 1 ? 'the signing secret' : `the ${length} signing secrets`} of ${this.#place}`
  }

  /** That of the endpoint which the first of these URLs is, as far as one is known; else the first one. */
  signer(...urls: readonly string[]): Signer {
    const known = this.#endpoints.filter(({ secret }) => this.values.includes(secret))
    const meant = urls
      .map(each => known.find(({ url }) => plainAddress(url) === plainAddress(each)))
      .find(each => each !== undefined)
    const secret = meant?.secret ?? this.values[0]
    const endpoint = meant ?? known.find(each => each.secret === secret)
    if (endpoint) return { secret, words: `the secret of endpoint ${endpoint.id} (${endpoint.url})` }
    const which = this.values.length === 1 ? 'the secret' : `the first of ${this.values.length} secrets`
    return { secret, words: `${which} of ${this.#place}, …${secret.slice(-4)}` }
  }
}
