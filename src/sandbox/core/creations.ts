/** Creations that come at the same time are committed together: one sync of the disk serves all of them. */

import type { ChargeRequest } from '#contract/charge.ts'
import type { Charge } from './payments.ts'
import type { Service } from './service.ts'

export interface Creation {
  storeId: string
  idempotencyKey: string
  request: ChargeRequest
  /** The charge is CREATING until {@link Service.endCreation}. */
  creating?: boolean
}

export interface CreatedCharge {
  charge: Charge
  created: boolean
}

interface Waiting {
  creation: Creation
  resolve(created: CreatedCharge): void
  reject(error: unknown): void
}

export class CreationGroup {
  readonly #service: Pick<Service, 'createAll'>
  #waiting: Waiting[] = []

  constructor(service: Pick<Service, 'createAll'>) {
    this.#service = service
  }

  /** Resolves once the charge is on the disk; rejects like {@link Service.createAll} does for it. */
  create(creation: Creation): Promise<CreatedCharge> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ creation, resolve, reject })
      // By then every request that has arrived is read.
      if (this.#waiting.length === 1) setImmediate(() => this.#commit())
    })
  }

  #commit(): void {
    const group = this.#waiting
    this.#waiting = []
    try {
      const results = this.#service.createAll(group.map(({ creation }) => creation))
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]!
        if ('charge' in result) resolve(result)
        else reject(result)
      }
    } catch (fault) {
      for (const { reject } of group) reject(fault)
    }
  }
}
