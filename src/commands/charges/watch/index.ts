import { boolean, string } from '@oclif/core/flags'
import { READ_MS, ChargesWatch as Watch, type WatchUpdate } from '#charges/watching/charges-watch.ts'
import { CONTACT_MS } from '#charges/watching/day.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { quietFlag, realtimeUrlFlag, wholeNumber } from '#cli/flags/flags.ts'
import { MAX_PORT, servingFlags } from '#cli/flags/serving.ts'
import type { Host } from '#cli/host/host.ts'
import { idLines } from '#cli/output/present.ts'
import { readSpan, SPAN_WORDS } from '#lib/input/times.ts'
import { checkTimeZone } from '#lib/time-zone.ts'
import { keptCents, PAGE_PORT, printChanges } from './followed.ts'
import { texts } from './texts.ts'

export default class ChargesWatch extends BaseCommand {
  static override runsLong = true
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> charges watch',
    '<%= config.bin %> charges watch --since 7d',
    '<%= config.bin %> charges watch --json | jq \'select(.status == "PAID") | .id\'',
  ]
  static override bareFlags = { '--web': String(PAGE_PORT) }
  static override outputs = ['charge'] as const
  static override flags = {
    since: string({
      description: texts.since(SPAN_WORDS),
      helpValue: 'TIME',
      defaultHelp: async () => 'today',
    }),
    web: wholeNumber({ description: texts.web(PAGE_PORT), helpValue: '[PORT]', min: 0, max: MAX_PORT }),
    ...servingFlags(['web']),
    'no-bell': boolean({ description: texts.noBell() }),
    cents: boolean({ description: texts.cents(), allowNo: true }),
    'realtime-url': realtimeUrlFlag,
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargesWatch)
    checkTimeZone()
    const since = flags.since ?? 'today'
    const start = readSpan({ since }, this.host.clock.now())!.from!
    const onlyIds = flags.quiet ? ({ changed }: WatchUpdate) => idLines(changed) : undefined
    const isScreen = this.host.stdout.isTTY === true && !flags.json && !onlyIds
    const { web } = flags
    const follow = async (host: Host) => {
      const context = this.context(flags, host)
      const { clock, signal } = context
      const client = await context.client()
      const watch = new Watch({
        ...{ client, clock, signal, out: context.out, open: context.realtime.channel, of: { since: start } },
        // A person must soon see that what is shown may be old.
        ...(isScreen || web !== undefined
          ? { endsAt: 'never', firstLimitMs: READ_MS, contactMs: CONTACT_MS }
          : { endsAt: 'first' }),
      })
      return { context, watch, since: start, cents: await keptCents(context, flags.cents) }
    }
    if (web !== undefined) {
      const { showPage } = await import('./page.ts')
      return showPage(await follow(this.host), { ...flags, web }, isScreen ? () => '' : onlyIds)
    }
    if (!isScreen) return printChanges(await follow(this.host), onlyIds)
    const { showScreen } = await import('./screen/show-screen.ts')
    await showScreen(this.host, flags, follow)
  }
}
