/** What is around every page of a logged-in browser: navigation, live state, notices, dialogs. */

import type { Child } from 'hono/jsx'
import type { PageContext } from '../page.ts'
import { browserWords, texts } from '../texts.ts'
import { Document } from './document.tsx'
import { ActionButton, Keycap } from './form.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { NoticeBox, SecretBox } from './notice.tsx'

export interface NavItem {
  label: string
  href: string
  current: boolean
  /** How many there are, such as pending deliveries. */
  count?: number
}

/** What a key does: `['r', 'Send again']`; with an address, where it leads. Otherwise a button of the page has it. */
export type Key = readonly [key: string, does: string, href?: string]

export interface ShellProps {
  page: PageContext
  title: string
  /** In the title and above the navigation, such as `pixctl sandbox`. */
  product: string
  badge?: string
  nav: readonly NavItem[]
  /** Below the product: {@link StoreSwitcher}. */
  switcher?: Child
  /** `top`: it has the whole width of the screen. */
  look?: 'top'
  /** Beside whether it is live. */
  tools?: Child
  /** Puts what is seldom used into a menu, and this before it: then the bar is one line. */
  menu?: Child
  /** Keys of this page besides those of every page. */
  keys?: readonly Key[]
  children?: Child
}

export function Shell(props: ShellProps) {
  const { page, title, product, badge, nav, switcher, look, tools, menu, keys, children } = props
  const { notices, secrets } = page.shownOnce()
  const choices = (
    <>
      <button type="button" class="button quiet" data-keys>
        {texts.shortcuts()} <Keycap>?</Keycap>
      </button>
      <ActionButton page={page} action="/logout" tone="quiet">
        {texts.logOut()}
      </ActionButton>
      {!page.isPosted && <LanguageSwitch to={page.path} />}
    </>
  )
  return (
    <Document {...{ title, product }} class={look ? `shell ${look}` : 'shell'}>
      <a class="skip" href="#main">
        {texts.skip()}
      </a>
      <header class="side">
        <div class="product">
          <a href="/" class="brand">
            {product}
          </a>
          {badge && <span class="badge env">{badge}</span>}
        </div>
        {switcher}
        {nav.length > 0 && (
          <nav aria-label={texts.navigation()} id="nav" data-live>
            <ul>
              {nav.map(item => (
                <NavLink {...item} />
              ))}
            </ul>
          </nav>
        )}
        <div class="side-end">
          <LiveState page={page} />
          {tools}
          {menu ? (
            <details class="menu">
              <summary class="button plain">{texts.menu()}</summary>
              <div class="card">
                {menu}
                {choices}
              </div>
            </details>
          ) : (
            choices
          )}
        </div>
      </header>
      <main id="main" tabindex={-1}>
        {notices.map(notice => (
          <NoticeBox {...notice} />
        ))}
        {secrets.map(secret => (
          <SecretBox {...secret} />
        ))}
        <div id="page" data-live={page.isPosted ? undefined : true}>
          {children}
        </div>
      </main>
      <p class="hidden" role="status" id="announcer"></p>
      <KeysDialog keys={keys ?? []} />
    </Document>
  )
}

function NavLink({ label, href, current, count }: NavItem) {
  return (
    <li>
      <a href={href} aria-current={current ? 'page' : undefined}>
        {label}
        {count ? <span class="count">{count}</span> : null}
      </a>
    </li>
  )
}

/** Whether the page is live. The script says it; without scripts nothing is live, so it isn't shown. */
export function LiveState({
  page,
  stream,
}: {
  page: Pick<PageContext, 'version' | 'whenAway'>
  stream?: string
}) {
  return (
    <span
      class="live"
      id="live"
      data-state="off"
      data-version={page.version}
      data-away={page.whenAway}
      data-stream={stream}
      hidden
    >
      <span class="dot" aria-hidden="true"></span>
      <span data-text>{browserWords().connecting}</span>
    </span>
  )
}

/** The stores that there are; nothing for a single one. */
export function StoreSwitcher({ stores }: { stores: readonly NavItem[] }) {
  if (stores.length === 0) return null
  return (
    <nav aria-label={texts.store()}>
      <ul>
        {stores.map(store => (
          <NavLink {...store} />
        ))}
      </ul>
    </nav>
  )
}

const KEYS = [
  ['j', texts.nextRow],
  ['k', texts.previousRow],
  ['Enter', texts.openRow],
  ['/', texts.search],
  ['?', texts.showShortcuts],
  ['Esc', texts.closeOrLeave],
] as const

function KeysDialog({ keys }: { keys: readonly Key[] }) {
  const all = KEYS.map(([key, does]): Key => [key, does()])
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.shortcuts()}</h2>
      <dl class="keys">
        {[...all.slice(0, 3), ...keys, ...all.slice(3)].map(([key, does, href]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>
              {href ? (
                <a href={href} data-hotkey={key}>
                  {does}
                </a>
              ) : (
                does
              )}
            </dd>
          </div>
        ))}
      </dl>
      <form method="dialog" class="actions">
        <button type="submit" class="button plain">
          {texts.close()}
        </button>
      </form>
    </dialog>
  )
}
