/** What is said about a list of charges. */

import { MAX_PAGE } from '../contract/limits.ts'
import { Failure } from '../shared/failure.ts'

export function countOf(charges: number): string {
  return charges === 1 ? '1 charge' : `${charges} charges`
}

interface Reading {
  /** How many different charges were read, and how many with those that were shown again. */
  read: number
  rows: number
  /** How many charges the service said it had, on the first page and on the last one. */
  firstTotal: number
  total: number
}

/**
 * Whether charges are missing at the end of a list. New charges move others to later pages, where they are shown again;
 * the total counts the new ones too. So the different charges must be as many as there were at the beginning.
 */
export function isIncomplete({ read, rows, firstTotal, total }: Reading): boolean {
  return rows < total || read < Math.min(firstTotal, total)
}

interface Incomplete {
  /** How many different charges were read, of how many that the service says it has. */
  read: number
  total: number
  /** The last page. */
  page: number
  /** Whether larger pages would have shown more. */
  smallPages?: boolean
}

/** The failure at the end of a list that is not complete. */
export function incompleteList({ read, total, page, smallPages = false }: Incomplete): Failure {
  if (page < MAX_PAGE) {
    return new Failure('service', `the service reports ${total} charges, but its pages contained ${read}`, {
      next: 'the list is not complete; run it again',
    })
  }
  return new Failure(
    'service',
    `the service has ${total} charges; its ${MAX_PAGE} pages could show only ${read}`,
    {
      next: smallPages
        ? 'larger pages reach more charges: leave --limit out'
        : "the list can't reach the oldest or the newest ones",
    },
  )
}
