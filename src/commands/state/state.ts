/** `state`: what is kept, by profile. */

import type { Context } from '#cli/context/context.ts'
import type { Contents } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { english, formatBytes, localized } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { ProfileContents } from '#state/contents.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts, WHAT, type What } from './texts.ts'

interface ListedProfile extends ProfileContents {
  current: boolean
  /** What the current profile has in a shared inbox; left out without one, null if it can't be read. */
  sharedInbox?: Contents | null
}

interface Line {
  profile: string
  what: What
  count: number | null
  /** What isn't finished: unresolved creations, deliveries that are pending or parked. */
  open: number | null
  oldest: string | null
  bytes: number | null
}

export async function showState(context: Context): Promise<void> {
  const { out } = context
  const profiles = await keptOn(context)
  if (out.json) await out.data(formatJson(profiles.map(inEnglish)))
  else if (profiles.length === 0) out.note(texts.nothingKept())
  else if (out.human) await out.data(await tableOf(context, profiles))
  else {
    const lines = profiles.flatMap(linesOf)
    await out.data(lines.map(line => tsvRow(Object.values(line) as (string | number | null)[])).join(''))
  }
  for (const { file, reason } of profiles.flatMap(({ problems }) => problems)) {
    // The errors of a shared inbox name it themselves.
    out.warn(english(reason).includes(file) ? reason : () => `${file}: ${localized(reason)}`)
  }
}

function inEnglish({ problems, ...kept }: ListedProfile) {
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
    const { profile, ...kept } = await contentsOf(folders.data, name)
    const isCurrent = profile === current
    const added = isCurrent && shared ? { sharedInbox: shared.contents } : {}
    if (isCurrent && shared?.problem) kept.problems.push(shared.problem)
    profiles.push({ profile, current: isCurrent, ...kept, ...added })
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
    return { contents: await inbox.reading.contents(), problem: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { contents: null, problem: { file: name, reason: error.text } }
  }
}

function linesOf({ profile, ...kept }: ListedProfile): Line[] {
  const { journal, inbox, shown, archive, rejected, sharedInbox: shared } = kept
  const found: [What, Partial<Line> | null | undefined][] = [
    ['journal', journal && { ...journal, open: journal.unresolved }],
    ['inbox', inbox && { ...inbox, open: inbox.pending + inbox.parked }],
    ['shown', shown],
    ['archive', archive],
    ['rejected', rejected],
    ['all files', { bytes: kept.bytes }],
    ['shared inbox', shared && { ...shared, count: shared.deliveries, open: shared.pending + shared.parked }],
    ['shared shown', shared && { count: shared.shown }],
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
