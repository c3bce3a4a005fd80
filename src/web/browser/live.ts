/**
 * Live updates. The server says that something has changed; the page then fetches itself again, and the parts that
 * are marked `data-live` are changed where they differ. One page is fetched at a time.
 */

import { announce } from './elements.ts'
import { update } from './update.ts'
import { words } from './words.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 8_000
/** The server says something every 3 s (src/web/live.ts). One that is stopped keeps its connections, and says nothing. */
const SILENCE_MS = 10_000
const LOOK_MS = 1_000
/** A connection that takes no longer is what everybody expects when a page opens. */
const CONNECTING_MS = 3_000
/**
 * A page that took long twice in a row isn't fetched again for this many times as long: a search through a large inbox must not
 * keep a listener busy. Once, the machine may just be busy.
 */
const REST = 10
/** A page that took no longer, in milliseconds, is fetched after each change. */
const QUICK_MS = 100

type State = 'connecting' | 'live' | 'silent' | 'lost' | 'away' | 'ended'

let source: EventSource | undefined
let wait = FIRST_WAIT_MS
let retry: ReturnType<typeof setTimeout> | undefined
/** When the server was last heard, when it was last tried, and when a person last began to look: by Date.now(). */
let heardAt = Date.now()
let triedAt = 0
let openedAt = 0
/** Whether the stream is open; whether the last one ended with an error; whether the login has ended. */
let isHeard = false
let hasFailed = false
let hasEnded = false
/** Whether the page couldn't be fetched after a change: it is old, though the server is heard. */
let isBehind = false
let fetching = false
/** How many changes there were when this page was made. */
let version: string | undefined
/** Something has changed since the page was fetched. */
let stale = false
/** How long the last fetch of the page took, in milliseconds. */
let lastMs = 0

export function goLive(): void {
  const state = document.getElementById('live')
  if (!state) return
  version = state.dataset.version
  const open = () => {
    if (source || document.hidden) return
    openedAt = Date.now()
    connect()
    show()
  }
  open()
  // Browsers allow few connections to a server: a page that nobody sees needs none.
  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : open()))
  addEventListener('pagehide', disconnect)
  addEventListener('pageshow', open)
  setInterval(look, LOOK_MS)
}

/** Whether what is shown is old, so that nothing on the page may look as if it went on. */
export function isOutOfContact(): boolean {
  return document.getElementById('live') !== null && ['silent', 'away', 'ended'].includes(stateNow())
}

function stateNow(): State {
  if (hasEnded) return 'ended'
  if (isHeard) return 'live'
  const now = Date.now()
  // What was hidden was last heard long ago.
  if (!hasFailed && now - openedAt < CONNECTING_MS) return 'connecting'
  if (Math.abs(now - heardAt) < SILENCE_MS) return 'lost'
  return hasFailed ? 'away' : 'silent'
}

function connect(): void {
  if (source || document.hidden) return
  clearTimeout(retry)
  triedAt = Date.now()
  source = new EventSource(document.getElementById('live')?.dataset.stream ?? '/live')
  source.addEventListener('open', () => {
    wait = FIRST_WAIT_MS
    heard()
  })
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
  if (isBehind) return
  heardAt = Date.now()
  isHeard = true
  hasFailed = false
  show()
}

/** After a silence a new connection, because that one may have ended without a sign. */
function look(): void {
  if (document.hidden) return
  if (source && Math.abs(Date.now() - Math.max(heardAt, triedAt)) >= SILENCE_MS) {
    disconnect()
    connect()
  }
  show()
}

function disconnect(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
  isHeard = false
}

/** Browsers differ in what they try again themselves, so none does. */
function lost(): void {
  connectLater()
  // Without its session the page would try for ever.
  refresh()
}

function connectLater(): void {
  disconnect()
  hasFailed = true
  show()
  retry = setTimeout(connect, wait)
  wait = Math.min(wait * 2, LONGEST_WAIT_MS)
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
      await rest(performance.now() - start)
    }
  } catch {
    // The server is away, or can't show the page: what is shown may be old. The next connection fetches it.
    isBehind = true
    if (source) connectLater()
  } finally {
    fetching = false
  }
}

async function rest(tookMs: number): Promise<void> {
  const slowMs = Math.min(tookMs, lastMs)
  lastMs = tookMs
  if (slowMs > QUICK_MS) await new Promise(resolve => setTimeout(resolve, REST * slowMs))
}

async function fetchPage(): Promise<void> {
  // In the language of this page: another one may have been chosen in another window.
  const headers = { 'Pixctl-Live': document.documentElement.lang }
  const signal = AbortSignal.timeout(SILENCE_MS)
  const response = await fetch(location.href, { headers, cache: 'no-store', signal })
  if (response.status === 401) {
    disconnect()
    hasEnded = true
    show()
    return
  }
  if (!response.ok && response.status !== 404) throw new Error(`the page was answered ${response.status}`)
  version = update(await response.text())
  isBehind = false
}

function show(): void {
  const element = document.getElementById('live')
  const text = element?.querySelector('[data-text]')
  if (!element || !text) return
  const state = stateNow()
  const before = element.dataset.state
  element.hidden = false
  if (before === state) return
  element.dataset.state = state
  const silent = `${words.silent} ${clockTime(new Date(heardAt))}`
  const { open } = element.dataset
  // It may have been started again at another address.
  const away = open ? `${silent}. ${words.away} ${open}` : silent
  const shown = { ...words, silent, away }[state]
  text.textContent = shown
  // The first connection is what everybody expects.
  const isExpected =
    state === 'connecting' || (state === 'live' && ['off', 'connecting'].includes(before ?? ''))
  if (!isExpected) announce(shown)
}

function clockTime(time: Date): string {
  return time.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
