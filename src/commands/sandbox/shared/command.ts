/** The base of the `sandbox …` commands: their flags, and which running sandbox they are for. */

import { string as stringArg } from '@oclif/core/args'
import { custom } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { globalFlags } from '#cli/flags/flags.ts'
import type { Output } from '#cli/output/output.ts'
import { texts as control } from '#cli/sandbox/texts.ts'
import { SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import type { CallSandbox, ControlCall } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

const { 'base-url': _baseUrl, ...others } = globalFlags

export const sandboxFlags = {
  ...others,
  profile: { ...others.profile, description: texts.profileFlag(), default: SANDBOX_PROFILE },
}

export const timeScaleFlag = custom<number>({
  description: texts.timeScale(),
  helpValue: 'N',
  default: 1,
  parse: async text => {
    const scale = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (scale >= 1) return scale
    throw badValue('--time-scale', { accepts: texts.someScale, text, example: '--time-scale 60' })
  },
})()

/** An argument that must be given, and is never read from standard input. */
export const requiredArg = (name: string, description: string) =>
  stringArg({ name, required: true, ignoreStdin: true, description })

const controlFlags = {
  ...others,
  profile: { ...others.profile, description: texts.profileInForce() },
}

interface UsedSandbox {
  context: Context
  out: Output
  /** That of the store; undefined if the environment names the sandbox, because then no profile may have its secrets. */
  profile: string | undefined
}

export abstract class SandboxCommand extends BaseCommand {
  static override baseFlags = controlFlags as never

  /** Says on stderr which sandbox is used, and returns the function that calls it. */
  protected async sandbox(flags: unknown): Promise<UsedSandbox & { call: CallSandbox }> {
    const given = flags as Flags
    const { PIXCTL_BASE_URL, PIXCTL_API_KEY } = this.host.env
    const isNamed = given.profile === undefined && Boolean(PIXCTL_BASE_URL && PIXCTL_API_KEY)
    const context = isNamed ? this.context(given) : this.#ofProfile(given)
    const { out } = context
    const { openControl } = await import('#cli/sandbox/control.ts')
    const profile = isNamed ? undefined : context.profile().profile
    const call = await openControl(context, given, profile)
    // Without a profile it is a sandbox only once it has answered.
    const { host: at } = new URL(context.baseUrl())
    out.note(profile === undefined ? texts.asking(at) : texts.which(profile, at))
    return { context, out, profile, call }
  }

  /** Of the profile in force if it is a sandbox's, else of the profile `sandbox`. */
  #ofProfile(flags: Flags): Context {
    // They may be those of a real store.
    const { PIXCTL_API_KEY: _key, PIXCTL_BASE_URL: _url, ...env } = this.host.env
    const host = { ...this.host, env }
    const isSandbox = (context: Context) => context.profile().settings.dashboardUrl !== undefined
    const inForce = this.context(flags, host)
    if (isSandbox(inForce)) return inForce
    const named = { ...flags, profile: flags.profile ?? SANDBOX_PROFILE }
    const context = this.context(named, host, { anyProfile: true })
    if (isSandbox(context)) return context
    throw new Failure('usage', () => texts.notASandbox(named.profile), {
      next: suggest('sandbox start', { say: control.startOne, profile: 'none' }),
    })
  }

  /** Makes one call to the sandbox that the flags name; its answer has `data`. */
  protected async ask<Answer extends { data: unknown }>(
    flags: unknown,
    ...request: ControlCall
  ): Promise<UsedSandbox & Answer> {
    const { call, ...rest } = await this.sandbox(flags)
    return { ...rest, ...(await call<Answer>(...request)) }
  }
}
