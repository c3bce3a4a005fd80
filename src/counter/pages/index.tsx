/** The pages of the counter. */

import type { PageContext } from '#web/page.ts'
import type { Site } from '#web/site.tsx'
import type { Parts } from '../serve.ts'
import { ask, ChargePage } from './charge.tsx'
import { create, dismiss, recover } from './create.tsx'
import { Customer } from './customer.tsx'
import { DayPage } from './day.tsx'
import type { Handler } from './frame.tsx'
import { Overview } from './overview.tsx'
import { ScreenPage } from './screen.tsx'

/** How many customers' pages are live, so that those of the shop stay so. */
const MOST_CUSTOMERS = 20

const PAGES: Readonly<Record<string, Handler>> = {
  '/': visit => Overview(visit),
  '/charges/:id': ChargePage,
  '/day': DayPage,
  '/screen': ScreenPage,
}

const CHANGES: Readonly<Record<string, Handler>> = {
  '/': create,
  '/creations/:key/recover': recover,
  '/creations/:key/dismiss': dismiss,
  '/charges/:id/ask': ask,
  '/screen': ScreenPage,
}

/** The paths of all pages and of all changes, for the tests of what holds for each of them. */
export const PATHS = { pages: Object.keys(PAGES), changes: Object.keys(CHANGES) }

export function addPages(site: Site, parts: Parts): void {
  const handle = (handler: Handler) => (page: PageContext) => handler({ page, parts })
  for (const [path, handler] of Object.entries(PAGES)) site.get(path, handle(handler))
  for (const [path, handler] of Object.entries(CHANGES)) site.post(path, handle(handler))
  site.getOpen('/customer/:token', MOST_CUSTOMERS, page => Customer(page, parts))
}
