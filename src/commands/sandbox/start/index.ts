import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { SANDBOX_PORT } from '../../../cli/context/sandbox-profile.ts'
import { wholeNumber } from '../../../cli/flags/flags.ts'
import { badRateLimit } from '../../../cli/flags/rate-limit.ts'
import { RATE_LIMIT } from '../../../contract/limits.ts'
import { sandboxFlags, timeScaleFlag } from '../shared/command.ts'
import { LOOPBACK, listeningOf, warnOfRemote } from './listening.ts'
import { runSandbox } from './run.ts'

const { timeout: _timeout, ...flags } = sandboxFlags

export default class SandboxStart extends BaseCommand {
  static override summary = 'run a copy of the service on this machine'
  static override description =
    'Runs until you stop it, and writes the profile sandbox, so that pixctl -p sandbox uses it.'
  static override examples = [
    '<%= config.bin %> sandbox start',
    '<%= config.bin %> sandbox start --port 0 --data :memory: --json',
  ]
  static override baseFlags = flags as never
  static override flags = {
    port: wholeNumber({
      description: 'the port to listen on, 0 for any free one',
      helpValue: 'N',
      default: SANDBOX_PORT,
      min: 0,
      max: 65_535,
    }),
    host: string({
      description: 'the address to listen on; one that other machines reach needs --allow-remote',
      helpValue: 'ADDRESS',
      default: LOOPBACK,
    }),
    'dashboard-port': wholeNumber({
      description:
        "the dashboard's port, 0 for any free one; by default that of --port plus 1 if it is free, otherwise any",
      helpValue: 'N',
      min: 0,
      max: 65_535,
    }),
    'dashboard-host': string({
      description: "the dashboard's address, if it isn't for this machine only; needs --allow-remote",
      helpValue: 'ADDRESS',
      default: LOOPBACK,
    }),
    'allow-remote': boolean({ description: 'let other machines use what --host and --dashboard-host open' }),
    open: boolean({ description: 'open the dashboard in the browser' }),
    data: string({
      description: "the folder for its data; in pixctl's data folder by default",
      helpValue: 'DIR|:memory:',
    }),
    'rate-limit': string({
      description: 'calls per minute for each key, or off',
      helpValue: 'N|off',
      default: String(RATE_LIMIT),
    }),
    'time-scale': timeScaleFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStart)
    const { open, data, 'rate-limit': limit, 'time-scale': timeScale, ...common } = flags
    if (limit !== 'off' && !/^[1-9]\d{0,8}$/.test(limit)) {
      throw badRateLimit(limit)
    }
    const context = this.context(common)
    const { profile } = common as unknown as { profile: string }
    const listening = listeningOf(flags)
    warnOfRemote(context.out, listening)
    const { startSandbox } = await import('../../../sandbox/index.ts')
    const rateLimit = limit === 'off' ? limit : Number(limit)
    await runSandbox(context, { profile, listening, open, data, rateLimit, timeScale, start: startSandbox })
  }
}
