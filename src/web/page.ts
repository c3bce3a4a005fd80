/** A request of a logged-in browser, as pages see it. */

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import { escapeControls } from '#lib/escape.ts'
import { type Confirmation, ConfirmPage } from './components/bare.tsx'
import type { Notice, Once, OneTimeSecret, Session } from './sessions.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A path with the values of a query that aren't empty. */
export function withQuery(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return query.size > 0 ? `${path}?${query}` : path
}

/** An answer with another status than 200, or with a redirection. */
export interface Answer {
  status: number
  html?: Html
  location?: string
}

/** What a page knows that everybody may see. */
export interface OpenPage extends Pick<PageContext, 'product' | 'now' | 'whenAway' | 'version' | 'param'> {}

export class PageContext {
  readonly #c: Context
  readonly #session: Session
  readonly #form: URLSearchParams
  /** What this request leaves to be shown once. */
  readonly #left: { notices: Notice[]; secrets: OneTimeSecret[] } = { notices: [], secrets: [] }
  #once: Once | undefined
  /** In titles, such as `pixctl sandbox`. */
  readonly product: string
  /** In ms. */
  readonly now: number
  /** What an open page says when the server is away. */
  readonly whenAway: string
  /** How many changes there were when it was asked for. */
  readonly version: number

  constructor(
    c: Context,
    session: Session,
    options: Pick<PageContext, 'product' | 'now' | 'whenAway' | 'version'>,
    form = new URLSearchParams(),
  ) {
    this.#c = c
    this.#session = session
    this.#form = form
    this.product = options.product
    this.now = options.now
    this.whenAway = options.whenAway
    this.version = options.version
  }

  /** The value of the hidden field `csrf` of every form. {@link ActionForm} writes it. */
  get csrf(): string {
    return this.#session.csrf
  }

  /** The value of the hidden field `once` of every form: it is another one each time a page is loaded. */
  readonly once = randomBytes(9).toString('base64url')

  /** The parts of the site that this login may see, the latest last; undefined is everything. */
  get scopes(): ReadonlySet<string | undefined> {
    return this.#session.scopes
  }

  /** With its query. */
  get path(): string {
    const { pathname, search } = new URL(this.#c.req.url)
    return `${pathname}${search}`
  }

  /** Whether an open page fetches itself again after a change. It shows no notice and no secret. */
  get isLive(): boolean {
    return this.#c.req.header('pixctl-live') !== undefined
  }

  /** Whether a form was posted: then the page is the refused form, and what its address shows is something else. */
  get isPosted(): boolean {
    return this.#c.req.method !== 'GET'
  }

  /** A part of the path: `:id` of the route. Decoded; empty when the route has none of that name. */
  param(name: string): string {
    return this.#c.req.param(name) ?? ''
  }

  /** A value of the query, without spaces around it; empty when there is none. */
  query(name: string): string {
    return this.#c.req.query(name)?.trim() ?? ''
  }

  /** A field of the posted form, without spaces around it; empty when there is none. */
  field(name: string): string {
    return this.#form.get(name)?.trim() ?? ''
  }

  /** All values of a field of the posted form, as of checkboxes. */
  fields(name: string): string[] {
    return this.#form.getAll(name)
  }

  /** Shown once, by the page that {@link seeOther} leads to. */
  notice(kind: Notice['kind'], text: string): void {
    this.#left.notices.push({ kind, text })
  }

  /** As a notice. The value is then forgotten. */
  secret(secret: OneTimeSecret): void {
    this.#left.secrets.push(secret)
  }

  /** The answer to a form that was accepted: the browser gets the page at a path of this server. */
  seeOther(path: string): Answer {
    const { notices, secrets } = this.#left
    if (notices.length > 0 || secrets.length > 0) this.#session.keep(path, this.#left)
    return { status: 303, location: path }
  }

  /** The page of a form that was refused, with what was typed and what is wrong. */
  invalid(html: Html): Answer {
    return { status: 422, html }
  }

  /**
   * Asks before the posted form is carried out. The answer yes sends it again, with these values in it: then this is null.
   *
   * @param back the page that has the form
   * @param values `confirmed` is what was asked about, so that the answer to another question isn't taken for this one's
   */
  ask(
    confirm: Confirmation,
    back: string,
    { confirmed = 'yes', ...values }: Readonly<Record<string, string>> = {},
  ): Answer | null {
    if (this.field('confirmed') === confirmed) return null
    const fields = new URLSearchParams(this.#form)
    for (const [name, value] of Object.entries({ ...values, confirmed })) fields.set(name, value)
    const { product, path } = this
    return { status: 422, html: ConfirmPage({ product, confirm, action: path, fields, back }) }
  }

  /** What is shown once at this path. A full page uses it up; one that is loaded in advance does not. */
  shownOnce(): Once {
    if (this.isPosted || this.isLive || this.#c.req.header('sec-purpose')) return this.#left
    this.#once ??= this.#session.claim(this.path)
    return this.#once
  }
}

/**
 * The HTML of a component. Control characters and bidi controls, which could only be text from outside, are shown as
 * `\uXXXX`, as on the terminal.
 */
export async function rendered(html: Html): Promise<string> {
  // A component may be rendered later: what it gives then is a promise.
  const text: string = await (await html).toString()
  return text.replace(/[^\n\t]+/g, escapeControls)
}

export async function htmlAnswer(html: Html, status = 200): Promise<Response> {
  return new Response(`<!doctype html>\n${await rendered(html)}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}
