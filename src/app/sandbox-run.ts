/** `sandbox start`: serving until stopped, with a profile that leads to it. */

import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeProfileFile } from '../credentials/file-storage.ts'
import type { StoredKind } from '../credentials/kinds.ts'
import {
  type Config,
  checkProfileName,
  makeCurrentIfNone,
  readConfig,
  updateConfig,
} from '../credentials/profiles.ts'
import { profileWithFile } from '../credentials/secrets.ts'
import { Failure } from '../shared/failure.ts'
import { suggest } from '../shared/suggestion.ts'
import { formatJsonLine } from '../terminal/json.ts'
import { proxySettings } from './addresses.ts'
import type { Context } from './context.ts'
import { aborted } from './host.ts'
import { presentObject } from './present.ts'

export interface RunningSandbox {
  baseUrl: string
  realtimeUrl: string
  dashboardUrl: string
  apiKey: string
  wsToken: string
  dashboardToken: string
  webhookSecret: string | null
  close(): Promise<void>
}

interface StartOptions {
  dataDir: string
  port: number
  rateLimit: number | 'off'
  timeScale: number
  userAgent: string
  proxy: { httpsProxy: string | undefined; noProxy: string | undefined }
  onAttempt(attempt: {
    delivery: string
    event: string
    url: string
    attempt: number
    status: number | null
    error: string | null
  }): void
  onWebhookSecret(secret: string | null): Promise<void>
  onFault(fault: unknown): void
}

export interface SandboxRun {
  profile: string
  port: number
  /** A folder or `:memory:`; the profile's own by default. */
  data: string | undefined
  rateLimit: number | 'off'
  timeScale: number
  start(options: StartOptions): Promise<RunningSandbox>
}

/** Serves until the signal; ends with its Failure. */
export async function runSandbox(context: Context, run: SandboxRun): Promise<void> {
  const { host, out, folders } = context
  const profile = checkProfileName(run.profile)
  refuseOtherProfile(readConfig(folders.config), profile)
  const own = context.sandboxData(profile)
  const dataDir = run.data === undefined ? own : run.data === ':memory:' ? run.data : resolve(run.data)
  const sandbox: RunningSandbox = await start(run, {
    dataDir,
    port: run.port,
    rateLimit: run.rateLimit,
    timeScale: run.timeScale,
    userAgent: `pixctl-sandbox/${host.version}`,
    proxy: proxySettings(host.env),
    onAttempt: ({ delivery, event, url, attempt, status, error }) =>
      context.debug(`POST ${url} ${status ?? error} (${event}, ${delivery}, attempt ${attempt})`),
    onWebhookSecret: async secret => {
      // Another sandbox may have taken the profile since.
      const { dashboardUrl } = readConfig(folders.config).profiles.get(profile) ?? {}
      if (dashboardUrl === sandbox.dashboardUrl) await writeProfile(secret)
    },
    onFault: fault => context.debug(`the sandbox failed inside: ${(fault as Error).message}`),
  })
  // In memory there is no data to keep them beside: they get a folder that goes when the sandbox does.
  const passing = dataDir === ':memory:' ? `${own}-memory-${new URL(sandbox.baseUrl).port}` : undefined
  const writeProfile = async (webhookSecret: string | null): Promise<Config> => {
    const { baseUrl, realtimeUrl, dashboardUrl } = sandbox
    const file = join(passing ?? dataDir, 'secrets.json')
    const secrets = secretsOf(sandbox, webhookSecret)
    if (passing) await writeProfileFile(file, host.clock, secrets)
    const entry = profileWithFile(
      { baseUrl, realtimeUrl, dashboardUrl },
      file,
      Object.keys(secrets) as StoredKind[],
    )
    return updateConfig(folders.config, host.clock, config => {
      refuseOtherProfile(config, profile)
      config.profiles.set(profile, entry)
      makeCurrentIfNone(config, profile)
    })
  }
  try {
    const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken, webhookSecret } = sandbox
    const { current } = await writeProfile(webhookSecret)
    if (out.json) {
      await out.data(formatJsonLine({ baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken }))
    } else {
      await presentObject(
        out,
        [
          ['baseUrl', baseUrl],
          ['realtimeUrl', realtimeUrl],
          ['dashboardUrl', dashboardUrl],
        ],
        () => [
          { label: 'Service', value: baseUrl },
          { label: 'Realtime', value: realtimeUrl },
          { label: 'Dashboard', value: dashboardUrl },
          { label: 'Data', value: dataDir === ':memory:' ? 'in memory, gone when this ends' : dataDir },
        ],
      )
      out.note(`SANDBOX, profile ${profile}; in another terminal:`)
      out.note(
        suggest('charge create', {
          say: 'to try it',
          flags: { amount: '10.50', ...(current === profile ? {} : { profile }) },
          profile: 'none',
        }),
      )
      out.note('Ctrl-C ends it')
    }
    await aborted(host.signal)
  } finally {
    await sandbox.close()
    if (passing) rmSync(passing, { recursive: true, force: true })
  }
  throw host.signal.reason
}

function secretsOf({ apiKey, wsToken, dashboardToken }: RunningSandbox, webhookSecret: string | null) {
  const own = { 'api-key': apiKey, 'ws-token': wsToken, 'dashboard-token': dashboardToken }
  return webhookSecret === null ? own : { ...own, 'webhook-secret': webhookSecret }
}

/** A profile that leads to a real store is never turned into a sandbox. */
function refuseOtherProfile(config: Config, profile: string): void {
  const existing = config.profiles.get(profile)
  if (!existing || existing.dashboardUrl !== undefined) return
  throw new Failure('usage', `the profile "${profile}" is a store's, not a sandbox's`, {
    next: suggest('sandbox start', { say: 'choose another name', flags: { profile: 'NAME' } }),
  })
}

async function start(run: SandboxRun, options: StartOptions): Promise<RunningSandbox> {
  try {
    return await run.start(options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Failure('usage', `port ${run.port} is in use`, {
        next: 'choose another port with --port, or any with --port 0',
      })
    }
    if (code === 'ESANDBOXLOCKED')
      throw new Failure('usage', message, { next: 'choose other data with --data' })
    throw error
  }
}
