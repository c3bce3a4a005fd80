/** A browser of a demo site, in the tests' own process. */

import type { Site } from '#web/site.tsx'

export const PORT = 4011
export const ORIGIN = `http://127.0.0.1:${PORT}`

export class Visitor {
  readonly site: Site
  cookie = ''

  constructor(site: Site) {
    this.site = site
  }

  /** One that is logged in. */
  static async loggedIn(site: Site): Promise<Visitor> {
    const visitor = new Visitor(site)
    await visitor.logIn(codeOf(site))
    return visitor
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.site.app.request(`${ORIGIN}${path}`, { headers: { ...this.#headers(), ...headers } })
  }

  async text(path: string, headers: Record<string, string> = {}): Promise<string> {
    return (await this.get(path, headers)).text()
  }

  /** Posts a form; a header that is null isn't sent. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string | null> = {}) {
    const all = Object.entries({ ...this.#headers(), origin: ORIGIN, ...headers })
    const sent = all.filter((header): header is [string, string] => header[1] !== null)
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.site.app.request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { ...type, ...Object.fromEntries(sent) },
      body,
    })
  }

  async logIn(code: string, fields: Record<string, string> = {}): Promise<Response> {
    const answer = await this.post('/login', { code, ...fields })
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return answer
  }

  /** The CSRF token of its pages. */
  async csrf(): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec(await this.text('/keys'))?.[1] ?? ''
  }

  #headers(): Record<string, string> {
    return { host: `127.0.0.1:${PORT}`, ...(this.cookie && { cookie: this.cookie }) }
  }
}

export const codeOf = (site: Site) => site.newLoginPath().replace('/#login=', '')
