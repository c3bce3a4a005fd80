/**
 * The OS keychain, through keytar: service `pixctl`, account `<profile>/<kind>`. Every call has a time limit, because
 * a keychain may wait for a prompt that nobody sees.
 *
 * A call that never answers can't be cancelled. It blocks a thread, and Node waits for that thread at the end, even in
 * `process.exit()`. So the code that ends the process checks {@link Keychain.unanswered} first.
 */

import type { Clock } from '#lib/clock.ts'
import { LocalizedError } from '#lib/failure.ts'
import { askDoctor, type Step, suggest } from '#lib/suggestion.ts'
import { CredentialsError } from './errors.ts'
import { KINDS, kindFlag, type SecretKind } from './kinds.ts'
import { texts } from './texts.ts'

export const KEYCHAIN_SERVICE = 'pixctl'
/** How long a call may take. */
const TIME_LIMIT_MS = 3_000

/** The functions of keytar that pixctl uses. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** All methods throw CredentialsError: no_keychain, keychain_locked or keychain_timeout. */
export interface Keychain {
  /** The secret; null if the keychain says that it has none. A locked keychain may say the same. */
  get(profile: string, kind: SecretKind): Promise<string | null>
  set(profile: string, kind: SecretKind, secret: string): Promise<void>
  /** Whether it was there. A locked keychain says false too. */
  delete(profile: string, kind: SecretKind): Promise<boolean>
  /** How many calls have no answer yet. If there are any, `process.exit()` blocks. */
  readonly unanswered: number
}

export interface KeychainOptions {
  clock: Clock
  /** Loads keytar. Throws on a machine without libsecret. */
  load?: (() => Promise<Keytar>) | undefined
  /** Stops waiting for an answer and throws the signal's reason, after Ctrl-C for example. */
  signal?: AbortSignal
}

/** The keychain of this machine. Nothing is loaded or called until it is used. */
export function openKeychain({
  clock,
  load = loadKeytar,
  signal = new AbortController().signal,
}: KeychainOptions): Keychain {
  let unanswered = 0
  // After one time-out the keychain isn't called again, so that a command doesn't wait for each secret.
  let hasTimedOut = false

  async function call<Answer>(
    profile: string,
    kind: SecretKind,
    ask: (keytar: Keytar, account: string) => Promise<Answer>,
  ): Promise<Answer> {
    if (hasTimedOut) throw timedOut(kind)
    const keytar = await loaded(kind, load)
    const timer = new AbortController()
    unanswered += 1
    const answer = ask(keytar, `${profile}/${kind}`).finally(() => {
      unanswered -= 1
    })
    try {
      return await Promise.race([
        answer,
        clock.sleep(TIME_LIMIT_MS, AbortSignal.any([timer.signal, signal])).then(() => {
          hasTimedOut = true
          throw timedOut(kind)
        }),
      ])
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof CredentialsError ? error : refused(kind, error)
    } finally {
      timer.abort()
    }
  }

  return {
    get: (profile, kind) =>
      call(profile, kind, async (keytar, account) => keytar.getPassword(KEYCHAIN_SERVICE, account)),
    set: (profile, kind, secret) =>
      call(profile, kind, async (keytar, account) => keytar.setPassword(KEYCHAIN_SERVICE, account, secret)),
    delete: (profile, kind) =>
      call(profile, kind, async (keytar, account) => keytar.deletePassword(KEYCHAIN_SERVICE, account)),
    get unanswered() {
      return unanswered
    },
  }
}

/**
 * The library for a run that changes nothing. Without a session of D-Bus, the one of Linux makes ~/.cache, or starts a
 * D-Bus, before it says that there is no keychain.
 */
export function loadQuietly({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'>): Promise<Keytar> {
  if (platform !== 'linux' || env.DBUS_SESSION_BUS_ADDRESS || env.XDG_RUNTIME_DIR) return loadKeytar()
  const refuse = () => Promise.reject(new LocalizedError(texts.noBus))
  return Promise.resolve({ getPassword: refuse, setPassword: refuse, deletePassword: refuse })
}

/** What to do if the keychain doesn't return a secret, one step per line. */
export function withoutKeychain(kind: SecretKind): Step[] {
  const { variable } = KINDS[kind]
  const flags = { ...kindFlag(kind), 'insecure-storage': true } as const
  const inFile = suggest('auth login', { say: texts.orStoreInFile, flags })
  return variable ? [() => texts.setVariableOnly(variable), inFile] : [inFile]
}

async function loadKeytar(): Promise<Keytar> {
  return (await import('keytar')).default
}

async function loaded(kind: SecretKind, load: () => Promise<Keytar>): Promise<Keytar> {
  try {
    return await load()
  } catch {
    // keytar hides the error of the loader.
    throw new CredentialsError('no_keychain', texts.noLibrary, { next: withoutKeychain(kind) })
  }
}

function refused(kind: SecretKind, error: unknown): CredentialsError {
  const words = (error as Error).message
  // Only the text of libsecret's message shows that the keyring is locked.
  if (/locked|prompt|dismissed|cancell?ed/i.test(words)) {
    return new CredentialsError('keychain_locked', () => texts.locked(words), {
      next: [texts.unlock, ...withoutKeychain(kind), askDoctor()],
      cause: error,
    })
  }
  const why = () => (error instanceof LocalizedError ? error.localized : texts.keychainSays(words))
  const next = [...withoutKeychain(kind), askDoctor()]
  return new CredentialsError('no_keychain', () => texts.noKeychain(why()), { next, cause: error })
}

function timedOut(kind: SecretKind): CredentialsError {
  return new CredentialsError('keychain_timeout', () => texts.keychainSilent(TIME_LIMIT_MS / 1000), {
    next: [texts.unlock, ...withoutKeychain(kind), askDoctor()],
  })
}
