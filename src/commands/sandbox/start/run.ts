/** `sandbox start`: runs the sandbox until it is stopped, and writes its profile. */

import { join, resolve } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import type { Host } from '#cli/host/host.ts'
import { openInBrowser } from '#cli/output/browser.ts'
import { printObject } from '#cli/output/present.ts'
import { toJsonLine } from '#cli/output/typed-json.ts'
import { checkProfileName, readConfig } from '#credentials/profiles.ts'
import { aborted } from '#lib/ending.ts'
import { Failure, localizedMessage, textOf } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/index.ts'
import { checkAfter } from '../shared/suggest-check.ts'
import { texts as shared } from '../shared/texts.ts'
import { givenSecrets } from './given.ts'
import { type Listening, startFailure } from './listening.ts'
import { checkStartProfile, ownFolder, SandboxProfiles } from './profiles.ts'
import { refuseRunning } from './running.ts'
import { texts } from './texts.ts'

export interface SandboxRun {
  profile: string
  listening: Listening
  exitWithStdin: boolean
  open: boolean
  /** A folder or `:memory:`; the profile's own by default. */
  data: string | undefined
  rateLimit: number | 'off'
  timeScale: number
}

/** Serves until the signal, then throws its reason; or until the end of standard input, if it ends with that. */
export async function runSandbox(context: Context, run: SandboxRun): Promise<void> {
  const { host, out, folders } = context
  host.endWithNpx?.()
  const inputEnd = run.exitWithStdin ? endOfInput(host) : null
  const given = givenSecrets(host.env)
  const config = readConfig(folders.config)
  const name = checkProfileName(run.profile, config)
  checkStartProfile(config, name)
  await refuseRunning(name, config.profiles.get(name))
  const dataDir = run.data === MEMORY ? MEMORY : resolve(run.data ?? ownFolder(folders.data, name))
  const profiles = new SandboxProfiles(context, name, dataDir)
  const sandbox = await start(run, {
    dataDir,
    ...run.listening,
    rateLimit: run.rateLimit,
    timeScale: run.timeScale,
    clock: host.clock,
    userAgent: `pixctl-sandbox/${host.version}`,
    proxy: networkSettings(host.env),
    onAttempt: attemptNotes(context, name),
    profiles,
    given,
    assetsFolder: join(host.root, 'dist', 'web'),
    onFault: fault => context.debug(`the sandbox failed inside: ${(fault as Error).message}`),
  })
  try {
    const { current } = await profiles.writeAll(sandbox)
    const loginUrl = sandbox.newLoginUrl()
    await show(context, sandbox, loginUrl, dataDir)
    if (run.open && loginUrl) {
      // The address is on the screen already if it can't be opened.
      const problem = await openInBrowser(host, options => sandbox.newLoginUrl(options))
      if (problem !== undefined) out.warn(() => texts.openYourself(problem))
    }
    if (!out.json) showNext(context, name, current)
    await aborted(inputEnd ? AbortSignal.any([host.signal, inputEnd]) : host.signal)
  } finally {
    await sandbox.close()
    await profiles.end()
  }
  host.signal.throwIfAborted()
  // Also with --json: a script that gave it no standard input must see why it ends at once.
  out.say(texts.inputEnded)
}

/** For `--exit-with-stdin`: aborts when the program that holds the other end of standard input has ended it, or died. */
function endOfInput({ stdin: { stream } }: Host): AbortSignal {
  const controller = new AbortController()
  for (const event of ['end', 'error', 'close']) stream.on(event, () => controller.abort())
  // What comes before is thrown away.
  stream.resume()
  return controller.signal
}

/** Says once for each URL how to see why it refuses deliveries. */
function attemptNotes({ out, debug }: Context, profile: string): NonNullable<SandboxOptions['onAttempt']> {
  const named = new Set<string>()
  return ({ delivery, event, url, attempt, status, error }) => {
    debug(`POST ${url} ${status ?? error} (${event}, ${delivery}, attempt ${attempt})`)
    const [check] = checkAfter(status, { url, profile }, () => texts.refused(url, Number(status)))
    if (check === undefined || named.has(url)) return
    named.add(url)
    out.note(check)
  }
}

/** Prints the addresses; the JSON also has the secrets, for scripts. */
async function show(
  { out }: Context,
  sandbox: Sandbox,
  loginUrl: string | null,
  dataDir: string,
): Promise<void> {
  const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken } = sandbox
  const addresses = { baseUrl, realtimeUrl, dashboardUrl, loginUrl }
  const access = { ...addresses, apiKey, wsToken }
  // One line: a program reads it while this runs.
  if (out.json) return out.data(toJsonLine<'sandbox-start'>(access))
  const fields = () => [
    { label: texts.service(), value: baseUrl },
    { label: texts.realtime(), value: realtimeUrl },
    { label: texts.dashboard(), value: loginUrl ?? dashboardUrl, whole: true },
    { label: texts.dataLabel(), value: dataDir === MEMORY ? texts.inMemory() : dataDir },
  ]
  await printObject<'sandbox-start'>(out, access, fields, addresses)
}

function showNext({ out }: Context, name: string, current: string | undefined): void {
  out.note(texts.inOtherTerminal(name))
  out.note(
    suggest('charge create', {
      say: shared.tryIt,
      flags: { amount: '10.50', ...(current === name ? {} : { profile: name }) },
      profile: 'none',
    }),
  )
  out.note(texts.pressCtrlC())
}

async function start(run: SandboxRun, options: SandboxOptions): Promise<Sandbox> {
  try {
    const { startSandbox } = await import('#sandbox/index.ts')
    return await startSandbox(options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'sandbox_locked') {
      throw new Failure('conflict', textOf(error), { next: texts.otherData })
    }
    if (code === 'invalid_url') {
      throw new Failure('usage', () => texts.badWebhook(localizedMessage(error)), { next: texts.giveWebhook })
    }
    if (code === 'invalid_secret') throw new Failure('usage', textOf(error), { next: texts.giveOther })
    if (code === 'sandbox_data') {
      throw new Failure('fault', textOf(error), { next: texts.otherFolder, cause: error })
    }
    throw startFailure(error as NodeJS.ErrnoException, run.listening)
  }
}
