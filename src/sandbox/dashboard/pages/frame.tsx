/** What the pages of the dashboard share: whose page it is, its navigation, and where things are. */

import type { Child } from 'hono/jsx'
import { Empty } from '#web/components/empty.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { type Key, type NavItem, Shell, StoreSwitcher } from '#web/components/shell.tsx'
import type { PageContext } from '#web/page.ts'
import type { PageError } from '#web/page-error.ts'
import { findStore } from '../../core/stores.ts'
import { isUsedUp } from '../../faults/faults.ts'
import type { SandboxParts, Store, Stores } from '../../stores.ts'
import { texts } from './texts.ts'

/** A request for a page of a store. */
export interface Visit extends SandboxParts {
  page: PageContext
  store: Store
}

/** The path of a store's page: `pathOf(store, 'charges', id)`. */
export function pathOf({ name }: Pick<Store, 'name'>, ...parts: string[]): string {
  return `/${['stores', name, ...parts].map(encodeURIComponent).join('/')}`
}

/** The stores that a login may see. */
export function openStores(stores: Stores, { scopes }: PageContext): Store[] {
  return stores.list().filter(({ id }) => scopes.has(undefined) || scopes.has(id))
}

const SECTIONS = [
  ['overview', []],
  ['charges', ['charges']],
  ['wallet', ['wallet']],
  ['keys', ['keys']],
  ['webhooks', ['webhooks']],
  ['requests', ['requests']],
  ['webSocket', ['websocket']],
  ['faults', ['faults']],
] as const

export type Section = (typeof SECTIONS)[number][0]

interface FrameProps {
  visit: Visit
  title: string
  /** Null for a page of no section. */
  section: Section | null
  keys?: readonly Key[]
  children?: Child
}

export function Frame({ visit, title, section, keys = [], children }: FrameProps) {
  const { page, store, stores } = visit
  const nav: NavItem[] = SECTIONS.map(([name, path]) => ({
    label: texts[name](),
    href: pathOf(store, ...path),
    current: name === section,
    ...(name === 'faults' ? { count: activeFaults(visit) } : {}),
  }))
  // A login for one of several stores must say which one.
  const open = stores.list().length > 1 ? openStores(stores, page) : []
  const links = open.map(({ id, name }) => ({
    label: name,
    href: pathOf({ name }),
    current: id === store.id,
  }))
  const newCharge: Key = ['n', texts.newCharge(), pathOf(store, 'charges', 'new')]
  return (
    <Shell
      {...{ page, nav }}
      keys={[...keys, newCharge]}
      title={open.length > 0 ? `${title} - ${store.name}` : title}
      product="pixctl"
      badge="SANDBOX"
      switcher={<StoreSwitcher stores={links} />}
    >
      <Unavailable {...visit} />
      {children}
    </Shell>
  )
}

function activeFaults({ faults, store }: Visit): number {
  return faults.list(store.id).filter(fault => !isUsedUp(fault)).length
}

/** Says why every call is refused, where it is because of `sandbox store disable`. */
function Unavailable({ page, store, database }: Visit) {
  if (!findStore(database, store.id)?.disabledAt) return null
  return (
    <div class="notice warning" id="unavailable">
      <p>
        <strong>{texts.unavailable()}</strong> {texts.allRefused()}
      </p>
      <ActionButton page={page} action={pathOf(store, 'enable')}>
        {texts.makeAvailable()}
      </ActionButton>
    </div>
  )
}

export function ErrorPage({ visit, error }: { visit: Visit; error: PageError }) {
  return (
    <Frame visit={visit} title={error.title} section={null}>
      <h1 class="hidden">{error.title}</h1>
      <Empty title={error.title} text={error.message}>
        <a class="button plain" href={pathOf(visit.store)}>
          {texts.toOverview()}
        </a>
      </Empty>
    </Frame>
  )
}
