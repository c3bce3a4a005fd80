import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { toJson } from '#cli/output/typed-json.ts'
import type { State as Kept } from '#contract/generated/output.ts'
import { type Category, Failure } from '#lib/failure.ts'
import { english, formatBytes, localized } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { askDoctor } from '#lib/suggestion.ts'
import type { ProfileContents } from '#state/contents.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts, WHAT, type What } from './texts.ts'

export default class State extends BaseCommand {
  static override outputs = ['state'] as const
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> state',
    "<%= config.bin %> state --json | jq '.[] | {profile, bytes}'",
    '<%= config.bin %> state prune --keep 90d',
  ]
  static override flags = { inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(State)
    await showState(this.context(flags))
  }
}

interface ListedProfile extends ProfileContents {
  current: boolean
  /** A shared inbox says of what kind its failure is. */
  problems: (ProfileContents['problems'][number] & { category?: Category })[]
  /** Null if this isn't the current profile, if there is none, or if it can't be read. */
  sharedInbox: Kept[number]['sharedInbox']
}

interface Line {
  profile: string
  what: What
  count: number | null
  /** What isn't finished: unresolved creations, events that are pending or parked. */
  open: number | null
  oldest: string | null
  bytes: number | null
}

async function showState(context: Context): Promise<void> {
  const { out } = context
  const profiles = await keptOn(context)
  if (out.json) await out.data(toJson<'state'>(profiles.map(inEnglish)))
  else if (profiles.length === 0) out.note(texts.nothingKept())
  else if (out.human) await out.data(await tableOf(context, profiles))
  else {
    const lines = profiles.flatMap(linesOf)
    await out.data(lines.map(line => tsvRow(Object.values(line) as (string | number | null)[])).join(''))
  }
  const problems = profiles.flatMap(({ problems }) => problems)
  for (const { file, reason } of problems) {
    // The errors of a shared inbox name it themselves.
    out.warn(english(reason).includes(file) ? reason : () => `${file}: ${localized(reason)}`)
  }
  if (problems.length === 0) return
  const category = problems.find(({ category }) => category)?.category ?? 'fault'
  throw new Failure(category, texts.notAllRead, { next: askDoctor() })
}

function inEnglish({ problems, ...kept }: ListedProfile): Kept[number] {
  return { ...kept, problems: problems.map(({ file, reason }) => ({ file, reason: english(reason) })) }
}

async function keptOn(context: Context): Promise<ListedProfile[]> {
  const { contentsOf, keptProfiles } = await import('#state/contents.ts')
  const { folders } = context
  const current = context.profile().profile
  const shared = await sharedInbox(context)
  const names = keptProfiles(folders.data)
  if (shared && !names.includes(current)) names.push(current)
  const profiles: ListedProfile[] = []
  for (const name of names) {
    const { profile, problems: own, ...kept } = await contentsOf(folders.data, name)
    const isCurrent = profile === current
    const sharedInbox = isCurrent && shared ? shared.contents : null
    const problems = isCurrent && shared?.problem ? [...own, shared.problem] : own
    profiles.push({ profile, current: isCurrent, ...kept, sharedInbox, problems })
  }
  return profiles
}

/** What the current profile has in a shared inbox; null without one. */
async function sharedInbox(context: Context) {
  const place = await context.inboxPlace()
  const { nameOfInbox } = await import('#inbox/open.ts')
  const name = await nameOfInbox(place)
  if (name === null) return null
  try {
    const inbox = await context.inbox()
    const { events: count, oldest, pending, parked, bytes } = await inbox.reading.contents()
    return { contents: { count, oldest, pending, parked, bytes }, problem: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { contents: null, problem: { file: name, reason: error.text, category: error.category } }
  }
}

function linesOf({ profile, ...kept }: ListedProfile): Line[] {
  const { journal, inbox, archive, rejected, sharedInbox: shared } = kept
  const found: [What, Partial<Line> | null | undefined][] = [
    ['journal', journal && { ...journal, open: journal.unresolved }],
    ['inbox', inbox && { ...inbox, open: inbox.pending + inbox.parked }],
    ['archive', archive],
    ['rejected', rejected],
    ['all files', { bytes: kept.bytes }],
    ['shared inbox', shared && { ...shared, open: shared.pending + shared.parked }],
  ]
  return found.flatMap(([what, of]) => {
    if (!of) return []
    const { count = null, open = null, oldest = null, bytes = null } = of
    return { profile, what, count, open, oldest, bytes }
  })
}

function tableOf({ out }: Context, profiles: readonly ListedProfile[]): Promise<string> {
  const rows = profiles.flatMap(kept =>
    linesOf(kept).map(({ profile, what, count, open, oldest, bytes }, index) => [
      index === 0 && kept.current ? '*' : '',
      index === 0 ? profile : '',
      WHAT[what](),
      count === null ? '' : String(count),
      open === null ? '' : String(open),
      oldest === null ? '' : formatLocal(oldest),
      bytes === null ? '' : formatBytes(bytes),
    ]),
  )
  return formatTable(
    [
      { header: '', whole: true },
      { header: texts.profileColumn(), whole: true },
      { header: texts.keptColumn(), minWidth: 12 },
      { header: texts.countColumn(), align: 'right' },
      { header: texts.openColumn(), align: 'right' },
      { header: texts.oldestColumn(), dropRank: 1 },
      { header: texts.sizeColumn(), align: 'right' },
    ],
    rows,
    out,
  )
}
