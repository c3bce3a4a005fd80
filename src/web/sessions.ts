/** The browsers that are logged in. Only in memory: they end with the server. */

import { createHash, randomBytes } from 'node:crypto'
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

/** More than anybody has. The one that was used least recently makes room for a new one. */
const MOST_SESSIONS = 50
/** Pages whose {@link Once} nobody has loaded. The oldest makes room for a new one. */
const MOST_WAITING = 20
const MOST_ANSWERED = 50

const NOTHING: Once = { notices: [], secrets: [] }

export class Session {
  readonly id = randomBytes(32).toString('base64url')
  /** In each form of its pages. */
  readonly csrf = randomBytes(32).toString('base64url')
  /** The parts of the site that its login codes opened, the latest last; undefined is everything. */
  readonly scopes = new Set<string | undefined>()
  readonly #once = new Map<string, Once>()
  readonly #answers = new Map<string, Promise<Response>>()

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

export class Sessions {
  /** The one used least recently comes first. */
  #sessions: Session[] = []

  create(): Session {
    const session = new Session()
    this.#sessions = [...this.#sessions, session].slice(-MOST_SESSIONS)
    return session
  }

  /** The session that one of the ids belongs to. */
  find(ids: readonly string[]): Session | undefined {
    // Every session is compared, so that the time doesn't show which one was near.
    const [found] = ids.flatMap(id => this.#sessions.filter(session => isSecret(id, session.id)))
    if (found) this.#sessions = [...this.#sessions.filter(session => session !== found), found]
    return found
  }

  end(session: Session): void {
    this.#sessions = this.#sessions.filter(other => other !== session)
  }
}
