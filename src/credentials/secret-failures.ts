/** The errors for a profile or a secret that is missing, or belongs to another address, with the command that helps. */

import { nearest } from '#lib/nearest.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { CredentialsError } from './errors.ts'
import { KINDS, kindFlag, type SecretKind } from './kinds.ts'
import { type Config, type Profile, SANDBOX_PROFILE } from './profiles.ts'
import { texts } from './texts.ts'

/** A profile of which nothing is known. */
export function noProfile(name: string, { profiles }: Config): CredentialsError {
  const near = nearest([...profiles.keys()], name)
  const flags = { profile: name, 'base-url': 'https://…/api/v1' }
  return new CredentialsError('no_profile', () => texts.noProfile(name), {
    next: [
      ...(near === undefined ? [] : [() => texts.didYouMean(near)]),
      suggest('auth list', { say: texts.seeProfiles, profile: 'none' }),
      name === SANDBOX_PROFILE
        ? suggest('sandbox start', { say: texts.createProfile, profile: 'none' })
        : suggest('auth login', { say: texts.createProfile, flags }),
    ],
  })
}

function loginCommand(kind: SecretKind, rest: Omit<Suggestion, 'command'> = {}): Suggestion {
  return suggest('auth login', { ...rest, flags: { ...kindFlag(kind), ...rest.flags } })
}

/** The endpoint for which a command wants a secret: its own address, or one that it tests. */
export interface Listening {
  url: string
  /** Null if the command takes any free one. */
  port: number | null
  /** It sends test events, so any secret will do that the endpoint has too. */
  isTest?: true
}

/** Of `webhook listen`. */
const DEFAULT: Listening = { url: 'http://127.0.0.1:4242/', port: 4242 }

/** The sandbox makes its own secrets, so nobody logs in to its profile. */
function sandboxCommand(kind: SecretKind, name: string, { data }: Profile, listening: Listening): Suggestion {
  const flags: Record<string, string> = name === SANDBOX_PROFILE ? {} : { profile: name }
  if (kind !== 'webhook-secret') {
    return suggest('sandbox start', { say: texts.startAgain, flags: { ...flags, ...(data && { data }) } })
  }
  const say = listening.port === null ? texts.choosePort : texts.registerEndpoint
  return suggest('sandbox webhook add', { say, args: [listening.url], flags })
}

export function noSecret(
  kind: SecretKind,
  profileName: string,
  profile: Profile,
  listening: Listening = DEFAULT,
): CredentialsError {
  const { name, variable } = KINDS[kind]
  const inFile = kind === 'webhook-secret'
  const isSandbox = profile.dashboardUrl !== undefined
  const command = isSandbox ? sandboxCommand(kind, profileName, profile, listening) : loginCommand(kind)
  return new CredentialsError('no_secret', () => texts.hasNone(profileName, name()), {
    next: [
      command,
      () => texts.orSetVariable(variable, inFile),
      ...(listening.isTest ? [texts.anySecret] : []),
    ],
  })
}

export function wrongOrigin(
  kind: SecretKind,
  profileName: string,
  storedFor: string,
  inUse: string,
): CredentialsError {
  const { the, variable } = KINDS[kind]
  const login = loginCommand(kind, { say: texts.otherProfile, flags: { profile: placeholders.NAME } })
  const next = [() => texts.setVariable(variable), login]
  const message = () => texts.wrongOrigin(the(), profileName, { storedFor, inUse })
  return new CredentialsError('wrong_origin', message, { next })
}

export function noAddress(kind: SecretKind): CredentialsError {
  const { name, address } = KINDS[kind]
  const flag = address === 'realtimeUrl' ? '--realtime-url' : '--base-url'
  return new CredentialsError('bad_address', () => texts.unknownAddress(name()), {
    next: () => texts.giveWith(flag),
  })
}
