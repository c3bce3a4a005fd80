/** The browsers that are logged in. */

import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import { isSecret } from '#lib/secret.ts'
import { texts } from './texts.ts'

/** What a page says about what was just done. */
export interface Notice {
  kind: 'ok' | 'warning' | 'error'
  text: string
}

/** A new secret, which is shown once. */
export interface OneTimeSecret {
  /** What it is, such as `API key`. */
  label: string
  value: string
  note?: string
  /** Whether it is shown as a QR code too. */
  asQrCode?: boolean
}

/** What the next full page at a path shows once. */
export interface Once {
  notices: readonly Notice[]
  secrets: readonly OneTimeSecret[]
}

/** A login as it is kept: whoever reads it can't log in with it. */
export interface SavedLogin {
  /** Of the session's id. */
  hash: string
  /** In milliseconds since the epoch. */
  until: number
}

/** Where logins are kept. It never throws: without it people log in again. */
export interface LoginStore {
  load(): SavedLogin[]
  save(logins: readonly SavedLogin[]): void
}

/** More than anybody has. The one that was used least recently makes room for a new one. */
const MOST_SESSIONS = 50
/** Pages whose {@link Once} nobody has loaded. The oldest makes room for a new one. */
const MOST_WAITING = 20
const MOST_ANSWERED = 50

const NOTHING: Once = { notices: [], secrets: [] }

export class Session {
  /** Nobody can guess it. */
  readonly id: string
  /** In each form of its pages. After a restart it is the same, so that what was typed can be sent. */
  readonly csrf: string
  /** The parts of the site that its login codes opened, the latest last; undefined is everything. */
  readonly scopes = new Set<string | undefined>()
  readonly #once = new Map<string, Once>()
  readonly #answers = new Map<string, Promise<Response>>()

  constructor(id: string) {
    this.id = id
    this.csrf = createHmac('sha256', id).update('csrf').digest('base64url')
  }

  /** Whether a posted form is of one of its pages. */
  isOwnForm(form: URLSearchParams): boolean {
    return isSecret(form.get('csrf') ?? '', this.csrf)
  }

  /**
   * The answer to a form. If the same one is sent again, as by a double click, nothing is done again: it leads where the
   * first one does.
   *
   * @param sent the form with everything in it
   */
  async answerOnce(sent: string, answer: () => Promise<Response>): Promise<Response> {
    // A form may be long.
    const key = createHash('sha256').update(sent).digest('base64')
    const known = this.#answers.get(key)
    if (known) {
      const before = await known
      const path = before.headers.get('Location')
      if (path) this.keep(path, { notices: [{ kind: 'warning', text: texts.sentBefore() }], secrets: [] })
      return before.clone()
    }
    const first = answer()
    this.#answers.set(key, first)
    for (const oldest of [...this.#answers.keys()].slice(0, -MOST_ANSWERED)) this.#answers.delete(oldest)
    const response = await first.catch(error => {
      this.#answers.delete(key)
      throw error
    })
    // What was refused may be possible the next time.
    if (response.status !== 303) this.#answers.delete(key)
    return response.clone()
  }

  /** Keeps what the next page at a path, with its query, shows once. */
  keep(location: string, { notices, secrets }: Once): void {
    const path = location.replace(/#.*/, '')
    const before = this.#once.get(path) ?? NOTHING
    this.#once.delete(path)
    this.#once.set(path, {
      notices: [...before.notices, ...notices],
      secrets: [...before.secrets, ...secrets],
    })
    for (const oldest of [...this.#once.keys()].slice(0, -MOST_WAITING)) this.#once.delete(oldest)
  }

  /** What is kept for a page, which is then forgotten. */
  claim(path: string): Once {
    const once = this.#once.get(path) ?? NOTHING
    this.#once.delete(path)
    return once
  }
}

interface Login extends SavedLogin {
  /** Null while no browser has come back with a login of before the restart. */
  session: Session | null
}

export class Sessions {
  readonly #clock: Clock
  readonly #store: LoginStore | undefined
  /** The one used least recently comes first. */
  #logins: Login[]

  /** @param store keeps logins until midnight, over restarts too; without one they end with the server */
  constructor(clock: Clock, store?: LoginStore) {
    this.#clock = clock
    this.#store = store
    this.#logins = store?.load().map(login => ({ ...login, session: null })) ?? []
  }

  create(): { session: Session; until: number } {
    const session = new Session(randomBytes(32).toString('base64url'))
    const until = this.#store ? new Date(this.#clock.now()).setHours(24, 0, 0, 0) : Number.POSITIVE_INFINITY
    this.#logins = [...this.#valid(), { hash: hashOf(session.id), until, session }].slice(-MOST_SESSIONS)
    this.#save()
    return { session, until }
  }

  /** The session that one of the ids belongs to. */
  find(ids: readonly string[]): Session | undefined {
    const logins = this.#valid()
    // Every login is compared, so that the time doesn't show which one was near.
    const [found] = ids.flatMap(id =>
      logins.filter(({ hash }) => isSecret(hashOf(id), hash)).map(login => ({ id, login })),
    )
    if (!found) return undefined
    const { id, login } = found
    login.session ??= new Session(id)
    this.#logins = [...logins.filter(other => other !== login), login]
    return login.session
  }

  end(session: Session): void {
    this.#logins = this.#logins.filter(login => login.session !== session)
    this.#save()
  }

  #valid(): Login[] {
    return this.#logins.filter(({ until }) => until > this.#clock.now())
  }

  #save(): void {
    this.#store?.save(this.#logins.map(({ hash, until }) => ({ hash, until })))
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
