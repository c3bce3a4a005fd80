/**
 * The dashboard as web pages. Each change goes through the functions of the control routes, so the same rules hold. A form
 * is posted to the address of the page that has it, so that a refused one can be loaded again.
 */

import type { Answer, Html, PageContext } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import type { Problems } from '#web/problems.tsx'
import { Site, type SiteOptions } from '#web/site.tsx'
import * as operations from '../../control/operations.ts'
import { MOVES } from '../../core/choices.ts'
import type { SandboxParts } from '../../stores.ts'
import { ChargePage, moveCharge } from './charges/charge.tsx'
import { Charges } from './charges/charges.tsx'
import { createCharge, NewCharge } from './charges/new-charge.tsx'
import { Payer } from './charges/payer.tsx'
import { addFault, clearFault, clearFaults, FaultsPage } from './faults/faults.tsx'
import { ErrorPage, openStores, pathOf, type Visit } from './frame.tsx'
import { addKey, Keys, revoke } from './keys/keys.tsx'
import { Overview } from './overview.tsx'
import { asPageError, FormRefused } from './problems.ts'
import { RequestsPage } from './requests/requests.tsx'
import { texts } from './texts.ts'
import { deposit, Wallet } from './wallet.tsx'
import { DeliveryPage, sendAgain } from './webhooks/delivery.tsx'
import { EndpointPage, removeEndpoint, testEndpoint } from './webhooks/endpoint.tsx'
import { addEndpoint, Webhooks } from './webhooks/webhooks.tsx'
import { rotate, testConnection, WebSocketPage } from './websocket.tsx'

type Handler = (visit: Visit) => Html | Answer | Promise<Html | Answer>

/** The pages of a store, by their paths in it. A form that was refused is shown with its problems. */
const PAGES: Readonly<Record<string, (visit: Visit, problems?: Problems) => Html>> = {
  '': Overview,
  '/charges': Charges,
  '/charges/new': NewCharge,
  '/charges/:id': ChargePage,
  '/pay/:id': Payer,
  '/wallet': Wallet,
  '/keys': Keys,
  '/webhooks': Webhooks,
  '/webhooks/:id': EndpointPage,
  '/deliveries/:id': DeliveryPage,
  '/requests': RequestsPage,
  '/websocket': WebSocketPage,
  '/faults': FaultsPage,
}

const CHANGES: Readonly<Record<string, Handler>> = {
  '/seed': seed,
  '/enable': enable,
  '/charges/new': createCharge,
  ...Object.fromEntries(
    ['charges', 'pay'].flatMap(section =>
      MOVES.map(move => [
        `/${section}/:id/${move}`,
        (visit: Visit) => moveCharge(visit, move, pathOf(visit.store, section, visit.page.param('id'))),
      ]),
    ),
  ),
  '/wallet': deposit,
  '/keys': addKey,
  '/keys/:id/revoke': revoke,
  '/webhooks': addEndpoint,
  '/webhooks/:id/test': testEndpoint,
  '/webhooks/:id/remove': removeEndpoint,
  '/deliveries/:id/send': sendAgain,
  '/websocket/test': testConnection,
  '/websocket/rotate': rotate,
  '/faults': addFault,
  '/faults/clear': clearFaults,
  '/faults/:id/clear': clearFault,
}

/** The paths of all pages and of all changes, for the tests of what holds for each of them. */
export const PATHS = { pages: Object.keys(PAGES), changes: Object.keys(CHANGES) }

export function dashboardSite(
  parts: SandboxParts,
  options: Pick<SiteOptions, 'port' | 'isName' | 'assetsFolder' | 'onFault'>,
): Site {
  const { stores, service, clock, database, requests } = parts
  const storeOf = (page: PageContext) =>
    openStores(stores, page).find(({ name }) => name === page.param('store'))
  // The pages of a store that was removed are errors, in a frame that has nothing of another store.
  const latest = ({ scopes }: PageContext) => {
    const id = [...scopes].at(-1)
    return id === undefined ? stores.first : (stores.withId(id) ?? { ...stores.first, id })
  }
  const visitOf = (page: PageContext): Visit => {
    const store = storeOf(page)
    if (!store) throw new PageError(404, texts.notFound(), texts.noSuchStore())
    return { ...parts, page, store }
  }
  const site = new Site({
    ...options,
    product: 'pixctl sandbox',
    openCommand: 'pixctl sandbox open',
    clock: clock.real,
    now: () => clock.now(),
    watch: changed => {
      const watches = [database, requests].map(({ changes }) => changes.watch(changed))
      return () => {
        for (const unwatch of watches) unwatch()
      }
    },
    asPageError,
    errorPage: (page, error) => (
      <ErrorPage visit={{ ...parts, page, store: storeOf(page) ?? latest(page) }} error={error} />
    ),
  })
  const handle = (path: string, handler: Handler) => async (page: PageContext) => {
    // What is over is over, even if its timer hasn't been called yet.
    service.expireDue()
    const visit = visitOf(page)
    try {
      return await handler(visit)
    } catch (error) {
      if (!(error instanceof FormRefused)) throw error
      return page.invalid(PAGES[path]!(visit, error.problems))
    }
  }
  site.get('/', page => ({ status: 303, location: pathOf(latest(page)) }))
  for (const [path, page] of Object.entries(PAGES)) site.get(`/stores/:store${path}`, handle(path, page))
  for (const [path, change] of Object.entries(CHANGES))
    site.post(`/stores/:store${path}`, handle(path, change))
  return site
}

function enable(visit: Visit): Answer {
  const { page, store } = visit
  operations.setAvailable(visit, store, true)
  return page.seeOther(pathOf(store))
}

function seed(visit: Visit): Answer {
  const { page, store } = visit
  const { count } = operations.seed(visit, store, { count: Number(page.field('count')) })
  page.notice('ok', texts.samplesAdded(count))
  return page.seeOther(pathOf(store, 'charges'))
}
