/**
 * Live updates. The server says that something has changed; the page then fetches itself again, and the parts that
 * are marked `data-live` are changed where they differ. One page is fetched at a time.
 */

import { contactIsBack } from './charging.ts'
import { announce, closest } from './elements.ts'
import { update } from './update.ts'
import { words } from './words.ts'

const RETRY_MS = 1_000
/** The server says something every 3 s (src/web/live.ts). One that is stopped keeps its connections, and says nothing. */
const SILENCE_MS = 10_000
/** A page isn't fetched again for this many times as long as it took: a search through a large inbox must not keep a listener busy. */
const REST = 10
/** Not longer, in milliseconds: most of that time may have been the network's. */
const LONGEST_REST_MS = 5_000

type State = 'connecting' | 'live' | 'silent' | 'lost' | 'away' | 'ended'

let source: EventSource | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let heardAt = new Date()
/** Whether the server has said something in this connection. */
let isHeard = false
let fetching = false
/** How many changes there were when this page was made. */
let version: string | undefined
/** Something has changed since the page was fetched. */
let stale = false

export function goLive(): void {
  const state = document.getElementById('live')
  if (!state) return
  version = state.dataset.version
  connect()
  // Browsers allow few connections to a server: a page that nobody sees needs none. What it shows is old by then.
  const leave = () => {
    disconnect()
    show('connecting')
  }
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : connect()))
  // What was typed stays where a link shows the same page in another way.
  document.addEventListener('click', event => {
    const link = closest(event, 'a[data-soft]', HTMLAnchorElement)
    if (!link) return
    event.preventDefault()
    history.replaceState(null, '', link.href)
    // A person doesn't wait for the rest between two updates.
    void fetchPage().catch(lost)
  })
  addEventListener('pagehide', leave)
  addEventListener('pageshow', connect)
}

function connect(): void {
  if (source || document.hidden) return
  clearTimeout(retry)
  source = new EventSource(document.getElementById('live')?.dataset.stream ?? '/live')
  silence = setTimeout(silent, SILENCE_MS)
  source.addEventListener('open', heard)
  // Something may have changed before the stream began.
  source.addEventListener('version', ({ data }) => {
    heard()
    if (data !== version) refresh()
  })
  source.addEventListener('alive', heard)
  source.addEventListener('changed', () => {
    heard()
    refresh()
  })
  source.addEventListener('error', lost)
}

function heard(): void {
  isHeard = true
  heardAt = new Date()
  clearTimeout(silence)
  silence = setTimeout(silent, SILENCE_MS)
  show('live')
}

/** A new connection, because that one may have ended without a sign. */
function silent(): void {
  disconnect()
  show('silent')
  connect()
}

function disconnect(): void {
  clearTimeout(retry)
  clearTimeout(silence)
  source?.close()
  source = undefined
}

/** Browsers differ in what they try again themselves, so none does. */
function lost(): void {
  connectLater()
  // Without its session the page would try for ever.
  refresh()
}

function connectLater(): void {
  disconnect()
  // It may have been started again at another address. A connection that is refused says so at once.
  show(isHeard && Date.now() - heardAt.getTime() < SILENCE_MS ? 'lost' : 'away')
  isHeard = false
  retry = setTimeout(connect, RETRY_MS)
}

/** Fetches the page again, and changes what differs. */
export async function refresh(): Promise<void> {
  stale = true
  if (fetching) return
  fetching = true
  try {
    while (stale) {
      stale = false
      const start = performance.now()
      await fetchPage()
      const restMs = Math.min(REST * (performance.now() - start), LONGEST_REST_MS)
      await new Promise(resolve => setTimeout(resolve, restMs))
    }
  } catch {
    // The server is away, or can't show the page: what is shown may be old. The next connection fetches it.
    if (source) connectLater()
  } finally {
    fetching = false
  }
}

async function fetchPage(): Promise<void> {
  // In the language of this page: another one may have been chosen in another window.
  const headers = { 'Pixctl-Live': document.documentElement.lang }
  const signal = AbortSignal.timeout(SILENCE_MS)
  const { href } = location
  const response = await fetch(href, { headers, cache: 'no-store', signal })
  if (response.status === 401) {
    disconnect()
    show('ended')
    return
  }
  if (!response.ok && response.status !== 404) throw new Error(`the page was answered ${response.status}`)
  const html = await response.text()
  // Another view may have been chosen meanwhile.
  if (href === location.href) version = update(html)
}

function show(state: State): void {
  const element = document.getElementById('live')
  const text = element?.querySelector('[data-text]')
  if (!element || !text) return
  const before = element.dataset.state
  element.hidden = false
  if (before === state) return
  element.dataset.state = state
  if (state === 'live') contactIsBack()
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const silent = `${words.silent} ${heardAt.toLocaleTimeString('en', clock)}`
  const away = element.dataset.away ? `${silent}. ${element.dataset.away}` : silent
  const shown = { ...words, silent, away }[state]
  text.textContent = shown
  // The first connection is what everybody expects.
  if (state !== 'connecting' && !(state === 'live' && ['off', 'connecting'].includes(before ?? '')))
    announce(shown)
}
