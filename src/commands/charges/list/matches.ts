/** `charges list` with a filter: the charges that match, each as soon as it is found. */

import type { ChargeSource } from '#charges/source.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/csv.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Stopped } from '#lib/failure.ts'
import { formatJson, formatJsonItem } from '#lib/json.ts'
import { chargeCsvHeader } from '#terminal/charge.ts'
import { render } from './list.ts'

/** @param limit how many charges at most; null for all of them */
export async function printMatches(
  context: Context,
  source: ChargeSource,
  format: ListFormat,
  filter: ChargeFilter,
  limit: number | null,
): Promise<void> {
  const { out, host } = context
  const document = format === 'json' && limit !== null ? new JsonDocument() : null
  let isEmpty = true
  const print = async (charges: readonly Payment[]) => {
    const header = isEmpty && typeof format === 'object' ? chargeCsvHeader(format) : ''
    const text = document ? document.add(charges) : await render(context, format, charges, isEmpty)
    isEmpty = false
    await out.data(header + text)
  }
  try {
    for await (const charges of source.find(filter, limit ?? Number.POSITIVE_INFINITY)) {
      await print(charges)
    }
    if (isEmpty) await print([])
  } catch (error) {
    const { reason } = host.signal
    const about = source.about()
    // The output is complete JSON, even if the search ended early.
    if (document && about && !(reason instanceof ClosedPipe)) out.end(document.end(about))
    if (reason instanceof Stopped) source.interrupted()
    throw error
  }
  if (document) await out.data(document.end(source.about() ?? {}))
  source.conclude()
}

/** `{"data":[…],…}`, indented like {@link formatJson}, and written while charges are found. */
class JsonDocument {
  #begun = false
  #items = 0

  add(charges: readonly Payment[]): string {
    const items = charges.map((charge, index) => {
      const comma = this.#items + index === 0 ? '' : ','
      return `${comma}\n${formatJsonItem(charge).replace(/^/gm, '  ')}`
    })
    this.#items += charges.length
    return this.#start() + items.join('')
  }

  /** @param about its other members */
  end(about: object): string {
    const lineFeed = this.#items === 0 ? '' : '\n  '
    return `${this.#start()}${lineFeed}],\n${formatJson(about).slice('{\n'.length)}`
  }

  #start(): string {
    if (this.#begun) return ''
    this.#begun = true
    return '{\n  "data": ['
  }
}
