/** An archive in a new folder, and charges to put into it. */

import { onTestFinished } from 'vitest'
import { Archive } from '#charges/archive/archive.ts'
import type { ReadCharge } from '#charges/archive/writer.ts'
import type { Payment } from '#contract/generated/types.ts'
import { temporaryFolder } from '../../support/folder.ts'

const BASE_URL = 'https://pix.example/api/v1'

/** It is closed when the test ends. */
export async function openArchive(dataDir = temporaryFolder(), baseUrl = BASE_URL): Promise<Archive> {
  const archive = await Archive.open(dataDir, 'default', baseUrl)
  // A test may have closed it.
  onTestFinished(() => {
    try {
      archive.close()
    } catch {}
  })
  return archive
}

/** A charge as a list has it. */
export function charge(over: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_1',
    status: 'PENDING',
    amount: 10.5,
    requestedAmount: 10.5,
    fee: 0.11,
    netAmount: 10.39,
    currency: 'BRL',
    description: 'Pedido 1',
    passFee: false,
    pixCode: null,
    validityMinutes: 30,
    expiresAt: '2026-03-01T12:30:00.000Z',
    paidAt: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    ...over,
  }
}

export const read = (each: Payment): ReadCharge => ({ charge: each, json: JSON.stringify(each) })

/** Puts charges into an archive as one page of a sync that then ends. */
export function fill(archive: Archive, charges: readonly Payment[]): void {
  const writer = archive.writer('fingerprint')
  writer.begin('2026-03-02T00:00:00.000Z')
  writer.savePage(charges.map(read), charges.length, null)
  writer.finish()
}

/** The ids of charges as a search gives them. */
export const ids = (found: Iterable<string>) => [...found].map(json => (JSON.parse(json) as Payment).id)

/** A time of 1 March 2026, so many minutes after midnight UTC. */
export const minute = (number: number) => new Date(Date.UTC(2026, 2, 1) + number * 60_000).toISOString()
