/**
 * What the web pages stand on. A caller makes a `Site`, adds its pages, and serves `site.app`:
 *
 *     site.get('/stores/:store/keys', page => <Keys page={page} keys={…} />)
 *     site.post('/stores/:store/keys', page => page.seeOther('/stores/main/keys'))
 *
 * Every page is asked for with a session, or is the login page. Every post has passed the checks of Host, Origin and
 * CSRF token. A form that is refused is answered by `page.invalid(<Page/>)`, which shows it again with what was typed.
 * A page is a `<Shell>` with components of `components/` in it, as in test/web/demo.tsx.
 */

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Clock } from '#lib/clock.ts'
import { localized, type Text } from '#lib/language.ts'
import { COOKIE_FLAGS, cookiesOf, refusal, SECURITY_HEADERS } from './access.ts'
import { readAssets } from './assets.ts'
import { type CodeOptions, LoginCodes, type Refused } from './codes.ts'
import { type Confirmation, LoginPage, MessagePage } from './components/bare.tsx'
import { readForm } from './form.ts'
import { inLanguageOf, languageCookie } from './language.ts'
import { Live, type Watch } from './live.ts'
import { isOwnConnection } from './own-user.ts'
import { type Answer, type Html, htmlAnswer, type OpenPage, PageContext } from './page.ts'
import { PageError } from './page-error.ts'
import { type LoginStore, type Session, Sessions } from './sessions.ts'
import { texts } from './texts.ts'

export interface SiteOptions {
  /** In titles, such as `pixctl sandbox`. */
  product: string
  /** The command that opens a new login, such as `pixctl sandbox open`; empty if none does. */
  openCommand: string
  /** Where no command opens a new login: how one gets in, and what an open page says when the server is away. */
  wayIn?: { logIn: Text; away: Text }
  /** Where logins are kept until midnight; by default they end with the server. */
  logins?: LoginStore
  /** Asked before a browser is logged out. */
  confirmLogout?: () => Confirmation
  /** The port that browsers ask for. */
  port: number
  /** Whether browsers ask by HTTPS. */
  isSecure?: boolean
  /** Whether the server has this name besides those of loopback, such as that of `--dashboard-host`. */
  isName?: (host: string) => boolean
  /** dist/web. */
  assetsFolder: string
  clock: Clock
  /** What pages show as now, in ms; that of the clock by default. */
  now?: () => number
  /** Says when what the pages show has changed. */
  watch: Watch
  errorPage?: (page: PageContext, error: PageError) => Html
  /** What a page says of an error that isn't a fault; undefined for one that is. */
  asPageError?: (error: unknown) => PageError | undefined
  onFault(fault: unknown): void
}

interface LoginProblem {
  to?: string
  error?: Refused
}

type Handler = (page: PageContext) => Html | Answer | Response | Promise<Html | Answer | Response>

export class Site {
  /** A slash at the end of a path makes no difference. */
  readonly app = new Hono({ strict: false })
  readonly #options: SiteOptions
  readonly #codes: LoginCodes
  readonly #sessions: Sessions
  readonly #live: Live
  readonly #cookie: string

  constructor(options: SiteOptions) {
    this.#options = options
    this.#codes = new LoginCodes(options.clock)
    this.#sessions = new Sessions(options.clock, options.logins)
    this.#live = new Live(options.clock, options.watch)
    // Cookies don't know ports: without its port, two servers of this machine would log each other out.
    this.#cookie = `pixctl_${options.port}`
    this.#guard()
    const asset = readAssets(options.assetsFolder)
    this.app.get('/assets/:file', c => asset(c.req.param('file')) ?? this.#notFound(c))
    this.app.get('/live', c => this.#stream(c))
    this.app.post('/login', c => this.#login(c))
    this.app.post('/language', c => this.#chooseLanguage(c))
    this.app.post('/logout', c => this.#change(c, (page, session) => this.#logOut(page, session)))
    this.app.notFound(c => this.#notFound(c))
    this.app.onError((error, c) => this.#message(this.#known(error), localPath(c.req.path)))
  }

  /** The path of an address that logs a browser in once, within five minutes. */
  newLoginPath(options?: CodeOptions): string {
    return `/#login=${this.#codes.create(options)}`
  }

  get(path: string, handler: Handler): void {
    this.app.get(path, c => this.#page(c, handler))
  }

  /** @param mostBytes how long its form may be, if it holds more than a few fields */
  post(path: string, handler: Handler, mostBytes?: number): void {
    this.app.post(path, c => this.#change(c, handler, mostBytes))
  }

  /**
   * A page for everybody who has its address, and its live updates at `/live` below it. It is given no session, so it can
   * change nothing.
   *
   * @param most how many streams all such pages have, so that the others keep theirs
   */
  getOpen(path: string, most: number, handler: (page: OpenPage) => Html | Answer): void {
    const owner = {}
    const answer = (c: Context) => {
      const page = { ...this.#shown(), param: (name: string) => c.req.param(name) ?? '' }
      return this.#answer(() => handler(page))
    }
    this.app.get(path, answer)
    this.app.get(`${path}/live`, async c => {
      // Nobody takes a stream of what isn't there.
      const page = await answer(c)
      if (!page.ok) return page
      return this.#streamTo(c, owner, most)
    })
  }

  /** Ends the live updates, so that the server can close. */
  close(): void {
    this.#live.close()
  }

  /** Before everything: the language, who may ask, and the headers of every answer. */
  #guard(): void {
    const { port, isSecure = false, isName = () => false } = this.#options
    const scheme = isSecure ? 'https' : 'http'
    this.app.use((c, next) =>
      inLanguageOf(c, async () => {
        const refused = refusal(c.req.raw, { port, scheme, isName })
        if (refused) c.res = await this.#message(refused, localPath(c.req.path))
        else await next()
        for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value)
      }),
    )
  }

  async #page(c: Context, handler: Handler): Promise<Response> {
    const session = this.#session(c)
    if (!session) return this.#loginPage(c)
    const page = this.#context(c, session)
    return this.#answer(() => handler(page), page)
  }

  async #change(
    c: Context,
    handler: (page: PageContext, session: Session) => ReturnType<Handler>,
    mostBytes?: number,
  ): Promise<Response> {
    const session = this.#session(c)
    if (!session) return this.#loginPage(c)
    const form = await readForm(c.req.raw, mostBytes)
    if (!session.isOwnForm(form)) throw new PageError(403, texts.outOfDate(), texts.otherLogin())
    const page = this.#context(c, session, form)
    const answer = () => this.#answer(() => handler(page, session), page)
    return form.has('once') ? session.answerOnce(`${c.req.path}?${form}`, answer) : answer()
  }

  async #answer(handle: () => ReturnType<Handler>, page?: PageContext): Promise<Response> {
    try {
      const answer = await handle()
      if (answer instanceof Response) return answer
      if (!isAnswer(answer)) return await htmlAnswer(answer)
      if (answer.html) return await htmlAnswer(answer.html, answer.status)
      const headers = answer.location ? { Location: answer.location } : {}
      return new Response(null, { status: answer.status, headers })
    } catch (error) {
      const { errorPage } = this.#options
      const known = this.#known(error)
      return errorPage && page ? htmlAnswer(errorPage(page, known), known.status) : this.#message(known)
    }
  }

  async #login(c: Context): Promise<Response> {
    const form = await readForm(c.req.raw)
    const to = localPath(form.get('to') ?? '/')
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    const isOwnUser = () => isOwnConnection(incoming?.socket)
    const redeemed = this.#codes.redeem((form.get('code') ?? '').trim(), isOwnUser)
    if (typeof redeemed === 'string') return this.#loginPage(c, { to, error: redeemed })
    // A browser that is logged in stays so, with what it has open.
    const session = this.#session(c) ?? this.#newSession(c)
    session.scopes.delete(redeemed.scope)
    session.scopes.add(redeemed.scope)
    return c.redirect(to, 303)
  }

  #newSession(c: Context): Session {
    const { isSecure, clock } = this.#options
    const { session, until } = this.#sessions.create()
    const seconds = Math.ceil((until - clock.now()) / 1000)
    const flags = [COOKIE_FLAGS, isSecure && 'Secure', Number.isFinite(seconds) && `Max-Age=${seconds}`]
    c.header('Set-Cookie', `${this.#cookie}=${session.id}; ${flags.filter(Boolean).join('; ')}`)
    return session
  }

  /** No secret is needed, with or without a session: it changes nothing but what this browser is shown. */
  async #chooseLanguage(c: Context): Promise<Response> {
    const form = await readForm(c.req.raw)
    c.header('Set-Cookie', languageCookie(form.get('language') ?? ''))
    return c.redirect(localPath(form.get('to') ?? '/'), 303)
  }

  #stream(c: Context): Response | Promise<Response> {
    const session = this.#session(c)
    if (!session) return this.#loginPage(c)
    return this.#streamTo(c, session)
  }

  #streamTo(c: Context, owner: object, most?: number): Response {
    const stream = this.#live.stream(c, owner, most)
    if (stream) return stream
    throw new PageError(503, texts.tooManyPages(), texts.closeSome())
  }

  #logOut(page: PageContext, session: Session): Answer {
    const { confirmLogout } = this.#options
    const question = confirmLogout && page.ask(confirmLogout(), '/')
    if (question) return question
    this.#sessions.end(session)
    this.#live.end(session)
    return { status: 303, location: '/' }
  }

  #session(c: Context): Session | undefined {
    return this.#sessions.find(cookiesOf(c.req.raw, this.#cookie))
  }

  #context(c: Context, session: Session, form?: URLSearchParams): PageContext {
    return new PageContext(c, session, this.#shown(), form)
  }

  #shown() {
    const { product, clock, now = () => clock.now(), openCommand, wayIn } = this.#options
    const whenAway = wayIn ? localized(wayIn.away) : texts.ifItRuns(openCommand)
    return { product, now: now(), whenAway, version: this.#live.version }
  }

  #loginPage(c: Context, { to = askedFor(c), error }: LoginProblem = {}): Promise<Response> {
    const { product, openCommand, wayIn } = this.#options
    const how = wayIn && localized(wayIn.logIn)
    return htmlAnswer(<LoginPage {...{ product, openCommand, how, error, to }} />, 401)
  }

  #notFound(c: Context): Promise<Response> {
    return this.#page(c, () => {
      throw new PageError(404, texts.notFound(), texts.noSuchPage())
    })
  }

  /** What a page says of an error. */
  #known(error: unknown): PageError {
    const known = error instanceof PageError ? error : this.#options.asPageError?.(error)
    if (known) return known
    this.#options.onFault(error)
    return new PageError(500, texts.somethingWrong(), texts.fault())
  }

  #message({ status, title, message: text }: PageError, path = '/'): Promise<Response> {
    const { product } = this.#options
    return htmlAnswer(<MessagePage {...{ product, title, text, path }} />, status)
  }
}

function isAnswer(answer: Html | Answer): answer is Answer {
  return typeof answer === 'object' && 'status' in answer
}

/** The page to go to after the login: what was asked for. */
function askedFor(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return c.req.method === 'GET' ? localPath(`${pathname}${search}`) : '/'
}

/** A path of this server with its query; `/` for anything else, such as an address of another one. */
function localPath(to: string): string {
  const base = 'http://localhost'
  const url = URL.parse(to, base)
  // `/..//name` becomes `//name`, which is another host.
  const isLocal = url?.origin === base && to.startsWith('/') && !url.pathname.startsWith('//')
  return isLocal ? `${url.pathname}${url.search}` : '/'
}
