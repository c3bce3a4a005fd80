import { localized, type Text } from '#lib/language.ts'
import { plainAddress } from '#lib/plain-address.ts'
import type { EndpointSecret } from '#lib/sandbox/data.ts'
import { texts } from './texts.ts'

export interface Signer {
  secret: string
  /** In the language of when it is read: `the secret of endpoint we_1 (http://…), …4f2a`. */
  readonly description: string
}

/** By which a person recognizes it. */
const secretEnd = (secret: string) => `…${secret.slice(-4)}`

/** The webhook signing secrets of a command, and which one of them signs for a URL. */
export class SigningSecrets {
  /** All secrets; a signature of any of them is valid. */
  readonly values: readonly [string, ...string[]]
  readonly #place: Text
  readonly #endpoints: readonly EndpointSecret[]

  /**
   * @param place where they come from: `PIXCTL_WEBHOOK_SECRET`
   * @param endpoints of the profile's sandbox
   */
  constructor(
    values: readonly [string, ...string[]],
    place: Text,
    endpoints: readonly EndpointSecret[] = [],
  ) {
    this.values = values
    this.#place = place
    this.#endpoints = endpoints
  }

  /** In the language of when it is read: `the 2 signing secrets of PIXCTL_WEBHOOK_SECRET, …1111, …2222`. */
  get description(): string {
    const ends = this.values.map(secretEnd).join(', ')
    return `${texts.signingSecrets(this.values.length, localized(this.#place))}, ${ends}`
  }

  /** The secret of the first of these URLs that is a known endpoint; otherwise the first secret. */
  signer(...urls: readonly string[]): Signer {
    const known = this.#endpoints.filter(({ secret }) => this.values.includes(secret))
    const endpointOfUrl = urls
      .map(target => known.find(({ url }) => plainAddress(url) === plainAddress(target)))
      .find(endpoint => endpoint !== undefined)
    const secret = endpointOfUrl?.secret ?? this.values[0]
    const endpoint = endpointOfUrl ?? known.find(endpoint => endpoint.secret === secret)
    const first = () =>
      `${texts.firstSecret(this.values.length, localized(this.#place))}, ${secretEnd(secret)}`
    return {
      secret,
      get description() {
        return endpoint ? `${texts.endpointSecret(endpoint.id, endpoint.url)}, ${secretEnd(secret)}` : first()
      },
    }
  }
}
