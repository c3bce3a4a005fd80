/** The pages of the counter. */

import { isLoopback } from '#lib/plain-address.ts'
import type { Site } from '#web/site.tsx'
import type { CounterParts } from '../serve.ts'
import { ask, ChargePage } from './charge.tsx'
import { create, dismiss, recover } from './create.tsx'
import { Customer } from './customer.tsx'
import type { Handler } from './frame.tsx'
import { Overview } from './overview.tsx'
import { texts } from './texts.ts'

/** How many customers' pages are live, so that those of the shop stay so. */
const MOST_CUSTOMERS = 20

const PAGES: Readonly<Record<string, Handler>> = { '/': visit => Overview(visit), '/charges/:id': ChargePage }

const CHANGES: Readonly<Record<string, Handler>> = {
  '/': create,
  '/creations/:key/recover': recover,
  '/creations/:key/dismiss': dismiss,
  '/charges/:id/ask': ask,
  '/screen': ({ page, parts }) => {
    const note = isLoopback(parts.host) ? texts.onlyHere() : texts.scanIt()
    page.secret({ label: texts.address(), value: parts.newLoginUrl(), note, asQrCode: true })
    return page.seeOther('/')
  },
}

/** The paths of all pages and of all changes, for the tests of what holds for each of them. */
export const PATHS = { pages: Object.keys(PAGES), changes: Object.keys(CHANGES) }

export function addPages(site: Site, parts: CounterParts): void {
  for (const [path, handler] of Object.entries(PAGES)) site.get(path, page => handler({ page, parts }))
  for (const [path, handler] of Object.entries(CHANGES)) site.post(path, page => handler({ page, parts }))
  // One that took too long to be waited for isn't opened by itself.
  parts.counter.onChange(change => change.kind === 'made' && parts.customers.show(change.payment))
  site.getOpen('/customer/:token', MOST_CUSTOMERS, page => Customer(page, parts))
}
