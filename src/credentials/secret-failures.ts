/** The errors for a secret that is missing or belongs to another address, with the command that helps. */

import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { CredentialsError } from './errors.ts'
import { KINDS, kindFlag, type StoredKind } from './kinds.ts'
import { type Profile, SANDBOX_PROFILE } from './profiles.ts'
import { texts } from './texts.ts'

function loginCommand(kind: StoredKind, rest: Omit<Suggestion, 'command'> = {}): Suggestion {
  return kind === 'dashboard-token'
    ? suggest('sandbox start', rest)
    : suggest('auth login', { ...rest, flags: { ...kindFlag(kind), ...rest.flags } })
}

/** The default port of `webhook listen`. */
const PORT = 4242

/** A command's own address, for which it wants a secret. Its port is null if it takes any free one. */
export interface Listening {
  url: string
  port: number | null
}

const DEFAULT: Listening = { url: `http://127.0.0.1:${PORT}/`, port: PORT }

/** The sandbox makes its own secrets, so nobody logs in to its profile. */
function sandboxCommand(kind: StoredKind, name: string, { data }: Profile, listening: Listening): Suggestion {
  const flags: Record<string, string> = name === SANDBOX_PROFILE ? {} : { profile: name }
  return kind === 'webhook-secret'
    ? suggest('sandbox webhook add', {
        say: listening.port === null ? texts.choosePort : texts.registerEndpoint,
        args: [listening.url],
        flags,
      })
    : suggest('sandbox start', { say: texts.startAgain, flags: { ...flags, ...(data && { data }) } })
}

export function noSecret(
  kind: StoredKind,
  profileName: string,
  profile: Profile,
  listening: Listening = DEFAULT,
): CredentialsError {
  const { name, variable } = KINDS[kind]
  const inFile = kind === 'webhook-secret'
  const isSandbox = profile.dashboardUrl !== undefined
  const command = isSandbox ? sandboxCommand(kind, profileName, profile, listening) : loginCommand(kind)
  return new CredentialsError('no_secret', () => texts.hasNone(profileName, name()), {
    next: [command, ...(variable ? [() => texts.orSetVariable(variable, inFile)] : [])],
  })
}

export function wrongOrigin(
  kind: StoredKind,
  profileName: string,
  storedFor: string,
  inUse: string,
): CredentialsError {
  const { the, variable } = KINDS[kind]
  return new CredentialsError(
    'wrong_origin',
    () => texts.wrongOrigin(the(), profileName, { storedFor, inUse }),
    {
      next: variable
        ? [
            () => texts.setVariable(variable),
            loginCommand(kind, { say: texts.otherProfile, flags: { profile: 'NAME' } }),
          ]
        : loginCommand(kind),
    },
  )
}

export function noAddress(kind: StoredKind): CredentialsError {
  const { name, address } = KINDS[kind]
  const flag = address === 'realtimeUrl' ? '--realtime-url' : '--base-url'
  return new CredentialsError('bad_address', () => texts.unknownAddress(name()), {
    next: () => texts.giveWith(flag),
  })
}
