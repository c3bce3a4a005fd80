/** Stores a secret of the profile: asks for what is missing, and checks an API key with the service before it is stored. */

import { CredentialsError } from '#credentials/errors.ts'
import { KINDS, kindFlag, parseSecrets, type SecretKind } from '#credentials/kinds.ts'
import { DEFAULT_PROFILE, readConfig } from '#credentials/profiles.ts'
import { type Addresses, storeSecret } from '#credentials/secrets.ts'
import { Failure } from '#lib/failure.ts'
import { checkBaseUrl, checkRealtimeUrl } from '#lib/input/addresses.ts'
import type { Text } from '#lib/language.ts'
import { postgresOrigin } from '#lib/postgres/url.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { decodeText } from '#lib/text-bytes.ts'
import { placeholders } from '#lib/texts.ts'
import { ask, askSecret, confirm } from '../host/prompt.ts'
import { printObject } from '../output/present.ts'
import type { Context } from './context.ts'
import { texts } from './texts.ts'

export interface LoginFlags {
  kind: string
  'realtime-url'?: string | undefined
  'insecure-storage'?: boolean | undefined
  'no-input'?: boolean | undefined
  /** Asks whether a file may be used, if there is no keychain. */
  offersFile?: boolean | undefined
}

/** Failure if the secret isn't accepted, or can't be stored. */
export async function login(context: Context, flags: LoginFlags): Promise<void> {
  const { host, out, folders, keychain } = context
  const kind = flags.kind as SecretKind
  const given = flags['realtime-url'] ?? (host.env.PIXCTL_REALTIME_URL || undefined)
  const realtimeUrl = given === undefined ? undefined : checkRealtimeUrl(given, '--realtime-url')
  const known = context.addresses()
  const addresses = { ...known, ...(realtimeUrl ? { realtimeUrl } : {}) }
  const address = kind === 'inbox-url' ? '' : await addressFor(context, kind, addresses, flags['no-input'])
  const { profile } = context.profile()
  const values = parseSecrets(kind, await read(context, kind, flags['no-input']))
  // Checks this secret, not one from the environment.
  const permissions = kind === 'api-key' ? await checkKey(context, address, values[0]) : null
  const place = { configDir: folders.config, clock: host.clock, keychain, profileName: profile }
  const store = async (storage: 'file' | 'keychain') => ({
    storage,
    ...(await storeSecret(kind, values, { ...place, addresses, storage })),
  })
  const { storage, leftInKeychain } = flags['insecure-storage']
    ? await store('file')
    : await store('keychain').catch(async error => {
        if (!flags.offersFile || !isWithoutKeychain(error)) throw error
        out.warn(error.text)
        if (await confirm(host, texts.askFile())) return store('file')
        throw error
      })
  if (leftInKeychain) out.warn(() => texts.olderSecret())
  const { baseUrl = null, realtimeUrl: realtime = null } = addresses
  const stored = { profile, kind, baseUrl, realtimeUrl: realtime, permissions, storage } as const
  await printObject<'auth-login'>(out, stored)
  context.sayVariables([kind])
  if (out.json) return
  const server =
    kind === 'inbox-url' ? postgresOrigin(values[0]).replace('postgres://', '') : new URL(address).host
  out.note(texts.saved(KINDS[kind].name(), { profile, server }, storage))
  const { current } = readConfig(folders.config)
  if ((current ?? DEFAULT_PROFILE) !== profile)
    out.note(suggest('auth use', { say: texts.makeCurrent, args: [profile], profile: 'none' }))
  if (permissions) out.note(texts.permissions(permissions.join(', ')))
}

function isWithoutKeychain(error: unknown): error is CredentialsError {
  const problems = ['no_keychain', 'keychain_locked', 'keychain_timeout']
  return error instanceof CredentialsError && problems.includes(error.problem)
}

/** The address that the secret is used with. If `addresses` has none, a person on a terminal is asked, and it is added. */
async function addressFor(
  { host }: Context,
  kind: SecretKind,
  addresses: Addresses,
  noInput: boolean | undefined,
): Promise<string> {
  const isRealtime = KINDS[kind].address === 'realtimeUrl'
  const member = isRealtime ? 'realtimeUrl' : 'baseUrl'
  const example = isRealtime ? 'wss://…' : 'https://…/api/v1'
  const known = addresses[member]
  if (known !== undefined) return known
  if (!host.stdin.isTTY || noInput) {
    throw new Failure('usage', () => texts.addressMissing(KINDS[kind].name(), isRealtime), {
      next: () => texts.add(`${isRealtime ? '--realtime-url' : '--base-url'} ${example}`),
    })
  }
  const check = (text: string) => (isRealtime ? checkRealtimeUrl : checkBaseUrl)(text.trim(), texts.that)
  const asked = check(await ask(host, texts.askAddress(isRealtime, example), check))
  addresses[member] = asked
  return asked
}

async function read({ host }: Context, kind: SecretKind, noInput: boolean | undefined): Promise<string> {
  const { name } = KINDS[kind]
  const none = () => texts.noneGiven(name())
  if (host.stdin.isTTY) {
    if (noInput) throw new Failure('usage', none, { next: pipeIt(kind, texts.giveFile) })
    return askSecret(host, `${name()}:`, text => parseSecrets(kind, text))
  }
  const text = decodeText(await host.stdin.readAll())
  if (text.trim() === '') throw new Failure('usage', none, { next: pipeIt(kind, texts.onTerminal) })
  return text
}

function pipeIt(kind: SecretKind, say: Text): Suggestion {
  return suggest('auth login', { say, flags: kindFlag(kind), input: placeholders.FILE })
}

async function checkKey(context: Context, baseUrl: string, key: string): Promise<string[]> {
  const client = await context.clientWith(baseUrl, key)
  return (await client.status()).data.permissions
}
