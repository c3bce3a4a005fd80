/** A browser of the inspector without a browser: it logs in, gets pages and posts forms. */

import { expect } from 'vitest'
import { type Listening, startListening } from '../support/listening.ts'
import type { testHost } from '../support/run.ts'

export interface Visited {
  status: number
  headers: Headers
  html: string
  /** The text of the page, without tags, scripts aside. */
  text: string
}

export class Browsing {
  readonly origin: string
  #cookie = ''
  #csrf = ''

  constructor(origin: string) {
    this.origin = origin
  }

  /** Logs in with the address that was printed. */
  static async login(loginUrl: string): Promise<Browsing> {
    const { origin, hash } = new URL(loginUrl)
    const browsing = new Browsing(origin)
    const code = hash.replace('#login=', '')
    const answer = await browsing.send('/login', { code, to: '/' })
    expect(answer.status).toBe(303)
    browsing.#cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    return browsing
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Visited> {
    const answer = await fetch(this.origin + path, { headers: { cookie: this.#cookie, ...headers } })
    const html = await answer.text()
    this.#csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? this.#csrf
    return { status: answer.status, headers: answer.headers, html, text: textOf(html) }
  }

  /** Posts a form of the page that was loaded last, and follows where it leads. */
  async post(path: string, fields: Record<string, string>): Promise<Visited> {
    const answer = await this.send(path, { csrf: this.#csrf, ...fields })
    const location = answer.headers.get('location')
    if (answer.status === 303 && location) return this.get(location)
    const html = await answer.text()
    this.#csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? this.#csrf
    return { status: answer.status, headers: answer.headers, html, text: textOf(html) }
  }

  send(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.origin, cookie: this.#cookie, ...headers },
      body: new URLSearchParams(fields),
    })
  }

  /** The live updates, as a stream. */
  live(): Promise<Response> {
    return fetch(`${this.origin}/live`, { headers: { cookie: this.#cookie } })
  }
}

/** A listener with its inspector, and a browser that is logged in there. */
export async function inspecting(
  host: ReturnType<typeof testHost>,
  args: readonly string[] = [],
): Promise<Listening & { browsing: Browsing }> {
  const listening = await startListening(host, ['--inspect', '0', ...args])
  const [, loginUrl] = await listening.says(/^inspect at (.*)$/m)
  return { ...listening, browsing: await Browsing.login(loginUrl!) }
}

/** The paths that a page links to, of one kind. */
export function linksIn({ html }: Visited, kind: 'deliveries' | 'refused'): string[] {
  return [...html.matchAll(new RegExp(`href="(/${kind}/\\d+)[?"]`, 'g'))].map(([, path]) => path!)
}

/** The texts that a page offers to copy. */
export function copyable({ html }: Visited): string[] {
  return [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => decode(text!))
}

function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
}

function decode(text: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (names[name] ?? whole),
  )
}
