/** The dashboard's pages as a person's browser asks for them, without its script. */

import { join } from 'node:path'
import type { Sandbox, SandboxOptions } from '#sandbox/index.ts'
import { type Harness, startHarness } from '../harness.ts'

/** The pages of the first store. */
export const MAIN = '/stores/main'
export const CHARGES = `${MAIN}/charges`

const assetsFolder = join(import.meta.dirname, '../../../dist/web')

export interface Page {
  status: number
  html: string
  /** What a person reads, in one line. */
  text: string
  /** Where it leads. */
  location: string
  headers: Headers
}

export class Person {
  readonly #origin: string
  cookie = ''

  constructor(dashboardUrl: string) {
    this.#origin = dashboardUrl
  }

  /** One that is logged in. */
  static async loggedIn(sandbox: Pick<Sandbox, 'dashboardUrl' | 'newLoginUrl'>): Promise<Person> {
    const person = new Person(sandbox.dashboardUrl)
    await person.login(sandbox.newLoginUrl() ?? '')
    return person
  }

  /** Opens an address with a login code. */
  async login(url: string): Promise<Page> {
    const answer = await this.send('/login', { code: url.split('#login=')[1] ?? '' })
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return answer
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const given = this.cookie ? { cookie: this.cookie } : {}
    return read(await fetch(this.#origin + path, { redirect: 'manual', headers: { ...given, ...headers } }))
  }

  /** Loads a page until it shows a text, which comes without another request: often at once, soon in any case. */
  async until(path: string, text: string): Promise<Page> {
    let page = await this.get(path)
    for (let loads = 1; loads < 200 && !page.text.includes(text); loads++) page = await this.get(path)
    if (!page.text.includes(text)) throw new Error(`${path} never shows ${text}: ${page.text}`)
    return page
  }

  /** Sends a form as it is. */
  async send(
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(name, value)
    }
    const given = { origin: this.#origin, ...(this.cookie ? { cookie: this.cookie } : {}) }
    const options = { method: 'POST', redirect: 'manual', body } as const
    return read(await fetch(this.#origin + path, { ...options, headers: { ...given, ...headers } }))
  }

  /** Sends a form with the hidden fields of the form that a page has for it, and says yes if a page asks first. */
  async submit(page: string, action: string, fields: Record<string, string | string[]> = {}): Promise<Page> {
    const { html } = await this.get(page)
    const form = formsOf(html).find(form => form.action === action)
    if (!form) throw new Error(`${page} has no form for ${action}`)
    const answer = await this.send(action, { ...form.hidden, ...fields })
    const question = formsOf(answer.html).find(({ hidden }) => hidden.confirmed === 'yes')
    return question ? this.send(action, question.hidden) : answer
  }

  /** Sends a form, and gets the page that it leads to. */
  async act(page: string, action: string, fields: Record<string, string | string[]> = {}): Promise<Page> {
    const { status, location, text } = await this.submit(page, action, fields)
    if (status !== 303) throw new Error(`${action} was answered ${status}: ${text}`)
    return this.get(location)
  }
}

export interface Dashboard extends Harness {
  person: Person
}

/** Starts a sandbox with pages, and a person who is logged in. */
export async function startDashboard(options: Partial<SandboxOptions> = {}): Promise<Dashboard> {
  const harness = await startHarness({ assetsFolder, ...options })
  return { ...harness, person: await Person.loggedIn(harness.sandbox) }
}

/** The forms that change something, with their hidden fields. */
export function formsOf(html: string): { action: string; hidden: Record<string, string>; html: string }[] {
  return [...html.matchAll(/<form[^>]*method="post"[^>]*>.*?<\/form>/gs)].map(([form]) => ({
    action: unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? ''),
    hidden: Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        unescaped(value ?? ''),
      ]),
    ),
    html: form,
  }))
}

async function read(response: Response): Promise<Page> {
  const html = await response.text()
  const [, body = html] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? []
  const words = body.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ')
  return {
    status: response.status,
    html,
    text: unescaped(words).replace(/\s+/g, ' ').trim(),
    location: response.headers.get('location') ?? '',
    headers: response.headers,
  }
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => signs[name] ?? '')
}
