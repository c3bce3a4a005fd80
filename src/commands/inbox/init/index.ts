import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { printObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from '../texts.ts'

export default class InboxInit extends BaseCommand {
  static override summary = texts.init()
  static override outputs = ['inbox-init'] as const
  static override description = texts.initDescription()
  static override examples = [
    '<%= config.bin %> inbox init --inbox postgres://pixctl@db.example/pix',
    '<%= config.bin %> inbox init --json',
  ]
  static override flags = { inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(InboxInit)
    const context = this.context(flags)
    const { host, out } = context
    const { initInbox, nameOfInbox } = await import('#inbox/open.ts')
    const place = await context.inboxPlace()
    const name = await nameOfInbox(place)
    if (!place.shared || name === null) {
      throw new Failure('usage', texts.noAddress, {
        next: [texts.giveWith, suggest('auth login', { say: texts.orStore, flags: { kind: 'inbox-url' } })],
      })
    }
    const { before, after } = await initInbox(place.shared, {
      signal: host.signal,
      timeoutMs: timeoutOf(flags),
      onAway: why => out.status(texts.waiting(why.localized)),
    })
    out.clearStatus()
    await printObject<'inbox-init'>(out, { inbox: name, version: after, fromVersion: before || null })
    out.note(texts.inbox(name))
    out.note(texts.schema(before, after))
  }
}
