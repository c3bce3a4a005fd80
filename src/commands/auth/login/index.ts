import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { type Context, createContext, type Flags } from '#cli/context/context.ts'
import { exampleKeyFile, exampleProfile } from '#cli/flags/arguments.ts'
import { realtimeUrlFlag } from '#cli/flags/flags.ts'
import type { Host } from '#cli/host/host.ts'
import { ask, askSecret } from '#cli/host/prompt.ts'
import { printObject } from '#cli/output/present.ts'
import { KINDS, kindFlag, parseSecrets, SECRET_KINDS, type SecretKind } from '#credentials/kinds.ts'
import { DEFAULT_PROFILE, readConfig } from '#credentials/profiles.ts'
import { type Addresses, storeSecret } from '#credentials/secrets.ts'
import { Failure } from '#lib/failure.ts'
import { checkBaseUrl, checkRealtimeUrl } from '#lib/input/addresses.ts'
import type { Text } from '#lib/language.ts'
import { postgresOrigin } from '#lib/postgres/url.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { decodeText } from '#lib/text-bytes.ts'
import { placeholders } from '#lib/texts.ts'
import { texts } from '../texts.ts'

export default class AuthLogin extends BaseCommand {
  static override outputs = ['auth-login'] as const
  static override summary = texts.login()
  static override description = texts.loginDescription()
  static override examples = [
    '<%= config.bin %> auth login --base-url https://…/api/v1',
    `<%= config.bin %> auth login < ${exampleKeyFile()}`,
    `<%= config.bin %> auth login --kind webhook-secret --profile ${exampleProfile()}`,
  ]
  static override flags = {
    kind: string({ description: texts.whichToStore(), options: [...SECRET_KINDS], default: 'api-key' }),
    'realtime-url': { ...realtimeUrlFlag, description: texts.realtimeUrl() },
    'insecure-storage': boolean({
      description: texts.insecureStorage(),
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogin)
    await login(loginContext(this.host, flags), flags)
  }
}

interface LoginFlags {
  kind: string
  'realtime-url'?: string | undefined
  'insecure-storage'?: boolean | undefined
  'no-input'?: boolean | undefined
}

/**
 * The context of a login. Nobody logs in to a sandbox's profile, because the next start replaces it. If a sandbox's
 * profile is the current one and no profile was named, the profile `default` is used.
 */
function loginContext(host: Host, flags: Flags): Context {
  const context = createContext(host, flags, { anyProfile: true })
  const named = flags.profile ?? (host.env.PIXCTL_PROFILE || undefined)
  const { profile, settings } = context.profile()
  if (settings.dashboardUrl === undefined) return context
  if (named === undefined && profile !== DEFAULT_PROFILE) {
    return loginContext(host, { ...flags, profile: DEFAULT_PROFILE })
  }
  throw new Failure('usage', () => texts.ofSandbox(profile), {
    next: suggest('auth login', { say: texts.otherProfile, flags: { profile: placeholders.NAME } }),
  })
}

async function login(context: Context, flags: LoginFlags): Promise<void> {
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
  const storage = flags['insecure-storage'] ? 'file' : 'keychain'
  const place = { configDir: folders.config, clock: host.clock, keychain, profileName: profile }
  const { leftInKeychain } = await storeSecret(kind, values, { ...place, addresses, storage })
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
