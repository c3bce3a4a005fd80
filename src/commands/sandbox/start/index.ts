import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { SANDBOX_PORT } from '#cli/context/sandbox-profile.ts'
import { badRateLimit } from '#cli/flags/charges.ts'
import { wholeNumber } from '#cli/flags/flags.ts'
import { RATE_LIMIT } from '#contract/limits.ts'
import { sandboxFlags, timeScaleFlag } from '../shared/command.ts'
import { checkRemote, LOOPBACK } from './listening.ts'
import { runSandbox } from './run.ts'
import { texts } from './texts.ts'

const { timeout: _timeout, ...flags } = sandboxFlags

export default class SandboxStart extends BaseCommand {
  static override outputs = ['sandbox-start'] as const
  static override runsLong = true
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> sandbox start',
    '<%= config.bin %> sandbox start --port 0 --data :memory: --json',
  ]
  static override baseFlags = flags as never
  static override flags = {
    port: wholeNumber({
      description: texts.port(),
      helpValue: 'N',
      default: SANDBOX_PORT,
      min: 0,
      max: 65_535,
    }),
    host: string({ description: texts.host(), helpValue: 'ADDRESS', default: LOOPBACK }),
    'dashboard-port': wholeNumber({
      description: texts.dashboardPort(),
      helpValue: 'N',
      min: 0,
      max: 65_535,
    }),
    'dashboard-host': string({ description: texts.dashboardHost(), helpValue: 'ADDRESS', default: LOOPBACK }),
    'allow-remote': boolean({ description: texts.allowRemote() }),
    open: boolean({ description: texts.open() }),
    'exit-with-stdin': boolean({ description: texts.exitWithStdin() }),
    data: string({ description: texts.data(), helpValue: 'DIR|:memory:' }),
    'rate-limit': string({ description: texts.rateLimit(), helpValue: 'N|off', default: String(RATE_LIMIT) }),
    'time-scale': timeScaleFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStart)
    const { open, data, 'rate-limit': limit, 'time-scale': timeScale, ...common } = flags
    if (limit !== 'off' && !/^[1-9]\d{0,8}$/.test(limit)) throw badRateLimit(limit)
    const context = this.context(common, this.host, { anyProfile: true })
    const { profile } = common as unknown as { profile: string }
    const { host, port, 'dashboard-host': dashboardHost, 'dashboard-port': dashboardPort } = flags
    const listening = { host, port, dashboardHost, dashboardPort, allowRemote: flags['allow-remote'] }
    checkRemote(context.out, listening)
    const rateLimit = limit === 'off' ? limit : Number(limit)
    const exitWithStdin = flags['exit-with-stdin']
    await runSandbox(context, { profile, listening, exitWithStdin, open, data, rateLimit, timeScale })
  }
}
