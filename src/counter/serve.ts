/** The counter as web pages (`charges watch --web`), for every screen of the shop: one server and one watch for all. */

import type { Counter } from '#charges/watching/counter.ts'
import { groupsOf, isOutOfContact, newPayments } from '#charges/watching/day.ts'
import { firstNameOf, isCertificateFor, type Tls } from '#lib/certificate.ts'
import type { Clock } from '#lib/clock.ts'
import { listenFailure } from '#lib/connections.ts'
import { Failure } from '#lib/failure.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { Step } from '#lib/suggestion.ts'
import type { CodeOptions } from '#web/codes.ts'
import { PageError } from '#web/page-error.ts'
import { listen } from '#web/server.ts'
import { Site } from '#web/site.tsx'
import { CustomerScreen } from './customers.ts'
import { customerToken, loginFile } from './login-file.ts'
import type { Asked } from './pages/charge.tsx'
import { ErrorPage } from './pages/frame.tsx'
import { addPages } from './pages/index.tsx'
import { texts } from './texts.ts'

/** How often it is looked whether what the pages show is old by now, in milliseconds. */
const LOOK_MS = 1_000

export interface CounterPageOptions {
  counter: Counter
  clock: Clock
  /** The address to listen on. */
  host: string
  /** 0 for any free one. */
  port: number
  tls: Tls | undefined
  /** Whether nothing here is real money. */
  isSandbox: boolean
  /** The shop's name on the customer's page; empty if it has none. */
  shop: string
  /** Whether typed digits are cents. */
  cents: boolean
  /** The charges created or paid at this time or later, in milliseconds since the epoch. */
  since: number
  /** Where the scripts and styles of the pages are. */
  assetsFolder: string
  /** What is to be done about creations of before, whose outcome is unknown; null if there are none. */
  unfinished(): Step | null
  /** A command as it is typed, with the profile and address flags of this run. */
  commandText(step: Step): string
  /** The path of a file that is kept for the profile. */
  keptFile(name: string): string
  onFault(fault: unknown): void
}

/** What the pages work with. */
export interface CounterParts extends CounterPageOptions {
  customers: CustomerScreen
  /** The last answer about each charge that somebody asked for. */
  asked: Map<string, Asked>
  /** An address that logs a browser in, once within five minutes. */
  newLoginUrl(options?: CodeOptions): string
}

/** Failure (usage) if the port can't be used, or if others could read what is sent. */
export async function serveCounter(options: CounterPageOptions) {
  const { counter, clock, host, port, tls, assetsFolder, onFault } = options
  if (!isLoopback(host) && !tls) throw new Failure('usage', texts.needsTls, { next: texts.giveTls })
  // The certificate may have changed since.
  const isName = (asked: string) =>
    tls ? isCertificateFor(tls.cert, asked.replace(/^\[|\]$/g, '')) : asked === urlHost(host)
  const name = !tls || isName(host) ? host : firstNameOf(tls.cert)
  if (name === undefined) throw new Failure('usage', texts.noName, { next: texts.giveName })
  const server = await listen(host, port, tls).catch(error => {
    throw listenFailure(error, { host, port }, '--web', '--web')
  })
  const url = `${tls ? 'https' : 'http'}://${urlHost(name)}:${server.port}`
  const site = new Site({
    product: 'pixctl',
    openCommand: '',
    wayIn: { logIn: texts.logIn, away: texts.away },
    logins: loginFile(options.keptFile(`counter-${server.port}-logins.json`), onFault),
    confirmLogout: () => ({ title: texts.leave(), text: texts.whatLeavingIs(), button: texts.leaveNow() }),
    port: server.port,
    isSecure: tls !== undefined,
    isName,
    assetsFolder,
    clock,
    watch: changed => watchDay(counter, clock, changed),
    asPageError: error =>
      error instanceof Failure ? new PageError(500, texts.notShown(), error.localized) : undefined,
    errorPage: (page, error) => ErrorPage({ visit: { page, parts }, error }),
    onFault,
  })
  const newLoginUrl = (codeOptions?: CodeOptions) => url + site.newLoginPath(codeOptions)
  const token = customerToken(options.keptFile(`counter-${server.port}-customer`), onFault)
  const customers = new CustomerScreen(token)
  const parts: CounterParts = { ...options, customers, asked: new Map(), newLoginUrl }
  addPages(site, parts)
  server.serve(site.app, onFault)
  return {
    newLoginUrl,
    /** Ends it at once, with every open page's connection. */
    close: async () => {
      site.close()
      await server.close()
    },
  }
}

/** Calls back when the day has changed, and when what it says is old by the clock. */
function watchDay(counter: Counter, clock: Clock, changed: () => void): () => void {
  const ageOf = () => {
    const now = clock.now()
    const { recent } = groupsOf(counter.day, now)
    // Words such as PAID 12 MIN AGO are old after a minute.
    const minute = Math.floor(now / 60_000)
    return `${isOutOfContact(counter.day, now)} ${recent.length} ${newPayments(counter.day, now).length} ${minute}`
  }
  let age = ageOf()
  let stop = () => {}
  const look = () => {
    const before = age
    age = ageOf()
    if (age !== before) changed()
    stop = clock.setTimer(LOOK_MS, look)
  }
  look()
  const unwatch = counter.onChange(changed)
  return () => {
    stop()
    unwatch()
  }
}
