/** `sandbox start`: serving until stopped, with a profile that leads to it. */

import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeProfileFile } from '../credentials/file-storage.ts'
import {
  type Config,
  checkProfileName,
  makeCurrentIfNone,
  readConfig,
  updateConfig,
} from '../credentials/profiles.ts'
import { profileWithFile } from '../credentials/secrets.ts'
import { Failure } from '../shared/failure.ts'
import { formatJsonLine } from '../terminal/json.ts'
import type { Context } from './context.ts'
import { presentObject } from './present.ts'

export interface RunningSandbox {
  baseUrl: string
  dashboardUrl: string
  apiKey: string
  dashboardToken: string
  close(): Promise<void>
}

export interface SandboxRun {
  profile: string
  port: number
  /** A folder or `:memory:`; the profile's own by default. */
  data: string | undefined
  rateLimit: number | 'off'
  start(options: {
    dataDir: string
    port: number
    rateLimit: number | 'off'
    onFault: (fault: unknown) => void
  }): Promise<RunningSandbox>
}

/** Serves until the signal; ends with its Failure. */
export async function runSandbox(context: Context, run: SandboxRun): Promise<void> {
  const { host, out, folders } = context
  const profile = checkProfileName(run.profile)
  refuseOtherProfile(readConfig(folders.config), profile)
  const own = context.sandboxData(profile)
  const dataDir = run.data === undefined ? own : run.data === ':memory:' ? run.data : resolve(run.data)
  const sandbox = await start(run, dataDir, fault =>
    context.debug(`the sandbox failed inside: ${(fault as Error).message}`),
  )
  let passing: string | undefined
  try {
    const { baseUrl, dashboardUrl, apiKey, dashboardToken } = sandbox
    // In memory there is no data to keep them beside: they get a folder that goes when the sandbox does.
    if (dataDir === ':memory:') passing = `${own}-memory-${new URL(baseUrl).port}`
    const secrets = join(passing ?? dataDir, 'secrets.json')
    if (passing) {
      await writeProfileFile(secrets, host.clock, { 'api-key': apiKey, 'dashboard-token': dashboardToken })
    }
    const entry = profileWithFile({ baseUrl, dashboardUrl }, secrets, ['api-key', 'dashboard-token'])
    const { current } = await updateConfig(folders.config, host.clock, config => {
      refuseOtherProfile(config, profile)
      config.profiles.set(profile, entry)
      makeCurrentIfNone(config, profile)
    })
    if (out.json) await out.data(formatJsonLine({ baseUrl, dashboardUrl, apiKey }))
    else {
      await presentObject(
        out,
        [
          ['baseUrl', baseUrl],
          ['dashboardUrl', dashboardUrl],
        ],
        () => [
          { label: 'Service', value: baseUrl },
          { label: 'Dashboard', value: dashboardUrl },
          { label: 'Data', value: dataDir === ':memory:' ? 'in memory, gone when this ends' : dataDir },
        ],
      )
      out.note(`SANDBOX, profile ${profile}; in another terminal:`)
      out.note(`  pixctl charge create --amount 10.50${current === profile ? '' : ` -p ${profile}`}`)
      out.note('Ctrl-C ends it')
    }
    await aborted(host.signal)
  } finally {
    await sandbox.close()
    if (passing) rmSync(passing, { recursive: true, force: true })
  }
  throw host.signal.reason
}

/** A profile that leads to a real store is never turned into a sandbox. */
function refuseOtherProfile(config: Config, profile: string): void {
  const existing = config.profiles.get(profile)
  if (!existing || existing.dashboardUrl !== undefined) return
  throw new Failure('usage', `the profile "${profile}" is a store's, not a sandbox's`, {
    next: 'choose another name: pixctl sandbox start --profile NAME',
  })
}

async function start(
  run: SandboxRun,
  dataDir: string,
  onFault: (fault: unknown) => void,
): Promise<RunningSandbox> {
  try {
    return await run.start({ dataDir, port: run.port, rateLimit: run.rateLimit, onFault })
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
