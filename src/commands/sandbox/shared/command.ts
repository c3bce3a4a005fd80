/** The base of the `sandbox …` commands: their flags, and the dashboard of the running sandbox. */

import { string as stringArg } from '@oclif/core/args'
import { custom, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { globalFlags } from '#cli/flags/flags.ts'
import type { Output } from '#cli/output/output.ts'
import { SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { type CallDashboard, openDashboard } from './open-dashboard.ts'
import { texts } from './texts.ts'

const { 'base-url': _baseUrl, profile: _profile, ...others } = globalFlags

export const sandboxFlags = {
  profile: string({
    char: 'p',
    description: texts.profileFlag(),
    helpValue: 'NAME',
    default: SANDBOX_PROFILE,
    helpGroup: 'GLOBAL',
  }),
  ...others,
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

const dashboardFlags = {
  profile: string({ char: 'p', description: texts.profileInForce(), helpValue: 'NAME', helpGroup: 'GLOBAL' }),
  ...others,
  'dashboard-url': string({ description: texts.dashboardUrl(), helpValue: 'URL', helpGroup: 'GLOBAL' }),
}

export abstract class SandboxCommand extends BaseCommand {
  static override baseFlags = dashboardFlags as never

  /** Says on stderr which sandbox is used, and returns the function that calls its dashboard. */
  protected async dashboard(flags: unknown): Promise<{ context: Context; out: Output; call: CallDashboard }> {
    const { 'dashboard-url': url, ...known } = flags as Flags & { 'dashboard-url': string | undefined }
    const inForce = this.context(known)
    const isOfSandbox = inForce.profile().settings.dashboardUrl !== undefined
    const context =
      known.profile !== undefined || isOfSandbox
        ? inForce
        : this.context({ ...known, profile: SANDBOX_PROFILE }, this.host, { anyProfile: true })
    return { context, out: context.out, call: await openDashboard(context, known, url) }
  }

  /** Makes one call to the sandbox that the flags name. */
  protected async ask<Answer>(
    flags: unknown,
    ...request: Parameters<CallDashboard>
  ): Promise<{ context: Context; out: Output; answer: Answer }> {
    const { call, ...rest } = await this.dashboard(flags)
    return { ...rest, answer: await call<Answer>(...request) }
  }
}
