import type { Child } from 'hono/jsx'
import { type Inbox, isUnavailable } from '#inbox/inbox.ts'
import type { Rejected, RejectedStore } from '#inbox/rejected/rejected.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import { NoticeBox } from '#web/components/notice.tsx'
import { Shell } from '#web/components/shell.tsx'
import { type Answer, type Html, type PageContext, PageError } from '#web/page.ts'
import type { Site } from '#web/site.tsx'
import { listPage } from '../delivery-list.ts'
import type { Parts } from '../inspector.ts'
import { type ListQuery, listQuery, queryText } from '../query.ts'
import { Replayer } from '../replayer.ts'
import { bodyFile, Confirm, DeliveryDetail, type ReplayForm } from './delivery.tsx'
import { Panes } from './list.tsx'
import { RejectedDetail, bodyFile as rejectedBodyFile } from './rejected/rejected-delivery.tsx'
import { texts as rejectionTexts } from './rejected/texts.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 50

interface Counts {
  rejected: number
  pending: number
  parked: number
  /** Why some of what should be shown can't be; null if nothing is wrong. */
  problem: string | null
}

/** What the pages show, as far as it can be read. */
interface Opened extends Counts {
  inbox: Inbox | null
  refused: RejectedStore | null
}

export function addPages(site: Site, parts: Parts): void {
  const pages = new Pages(parts)
  const get = <T extends Html | Response>(path: string, make: (page: PageContext) => Promise<T>) =>
    site.get(path, page => make(page).catch(sayIfAway))
  get('/', page => pages.list(page))
  get('/deliveries/:id', page => pages.delivery(page))
  get('/deliveries/:id/body', page => pages.body(page))
  get('/refused/:id', page => pages.rejected(page))
  get('/refused/:id/body', page => pages.rejectedBody(page))
  site.post('/deliveries/:id/replay', page => pages.replay(page).catch(sayIfAway))
}

/** A shared inbox that is away isn't a fault. */
function sayIfAway(error: unknown): never {
  if (isUnavailable(error)) throw new PageError(503, texts.inboxAway(), saidBy(error))
  throw error
}

class Pages {
  readonly #parts: Parts
  readonly #replayer: Replayer
  /** Where a delivery was last sent again: a target is often tried several times. */
  #lastTo: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#replayer = new Replayer(parts)
  }

  async list(page: PageContext): Promise<Html> {
    return this.#framed(page, await this.#open(), { title: texts.deliveries(), path: null })
  }

  async delivery(page: PageContext, form?: ReplayForm): Promise<Html> {
    const opened = await this.#open()
    const { entry, delivery } = await this.#find(page, opened.inbox)
    const attempts = (await opened.inbox?.reading.attemptsOf(entry)) ?? []
    const replay = form ?? { to: this.#lastTo ?? (await this.#parts.options.lastTarget()) ?? '' }
    const query = listQuery(page)
    return this.#framed(page, opened, {
      title: `${entry.event} ${entry.delivery}`,
      path: `/deliveries/${entry.id}`,
      detail: (
        <DeliveryDetail
          {...{ page, entry, delivery, replay }}
          parts={this.#parts}
          attempts={attempts}
          queryText={query.text}
        />
      ),
    })
  }

  async rejected(page: PageContext): Promise<Html> {
    const opened = await this.#open()
    const rejected = findRejected(page, opened.refused)
    const why = await this.#parts.explainer.why(rejected)
    return this.#framed(page, opened, {
      title: rejectionTexts.titleOf(rejected.event),
      path: `/refused/${rejected.id}`,
      detail: <RejectedDetail {...{ rejected, why }} parts={this.#parts} back={`/${listQuery(page).text}`} />,
    })
  }

  async body(page: PageContext): Promise<Response> {
    const { inbox } = await this.#open()
    const { entry, delivery } = await this.#find(page, inbox)
    return download(delivery.body, bodyFile(entry.id))
  }

  async rejectedBody(page: PageContext): Promise<Response> {
    const { refused } = await this.#open()
    const { id, body } = findRejected(page, refused)
    if (body === null) throw new PageError(404, texts.noBody(), texts.itsBodyNotKept())
    return download(body, rejectedBodyFile(id))
  }

  /** Sends a delivery again: to another machine only after it was confirmed. */
  async replay(page: PageContext): Promise<Answer> {
    const opened = await this.#open()
    const { entry, delivery } = await this.#find(page, opened.inbox)
    const given = page.field('to')
    const back = `/deliveries/${entry.id}${listQuery(page).text}`
    const result = await this.#replayer.replay(opened.inbox!, delivery, {
      to: given,
      confirmed: page.field('confirmed'),
    })
    switch (result.kind) {
      case 'invalid':
        return page.invalid(await this.delivery(page, { to: given, error: result.text }))
      case 'confirm':
        return page.invalid(
          <Frame
            {...{ page, parts: this.#parts, counts: opened, query: listQuery(page) }}
            title={texts.otherMachine()}
          >
            <Confirm {...{ page, entry, back }} to={result.to} />
          </Frame>,
        )
      default:
        this.#lastTo = given
        page.notice(result.kind, result.text)
        return page.seeOther(back)
    }
  }

  /** A page with the list, and with a delivery beside it. */
  async #framed(
    page: PageContext,
    { inbox, refused, ...counts }: Opened,
    { title, path, detail }: { title: string; path: string | null; detail?: Html },
  ): Promise<Html> {
    const query = listQuery(page)
    const parts = this.#parts
    const list = await parts.lists.get(query.text, () =>
      listPage({ inbox, rejected: refused }, query.filter, { size: PAGE_SIZE, after: query.after }),
    )
    return (
      <Frame {...{ page, parts, counts, query, title }}>
        <Panes {...{ page, parts, query, list }} open={path}>
          {detail}
        </Panes>
      </Frame>
    )
  }

  /** Opens what there is. If one of the two can't be used, the other is shown. */
  async #open(): Promise<Opened> {
    const { sources } = this.#parts
    const problems: string[] = []
    const opened = async <T,>(open: Promise<T>): Promise<T | null> => {
      try {
        return await open
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        problems.push(error.said)
        return null
      }
    }
    const [inbox, refused] = [await opened(sources.inbox()), await opened(sources.rejected())]
    const { pending = 0, parked = 0 } = (await inbox?.queue.stats()) ?? {}
    return {
      inbox,
      refused,
      pending,
      parked,
      rejected: refused?.list().length ?? 0,
      problem: problems.length === 0 ? null : problems.join('. '),
    }
  }

  /** A saved delivery by its order of arrival: its own id may hold any characters. */
  async #find(page: PageContext, inbox: Inbox | null) {
    const id = idOf(page)
    for await (const [row] of inbox?.reading.deliveries({ before: id + 1, limit: 1, amounts: true }) ?? []) {
      const delivery = row?.id === id ? await inbox!.reading.find(row.delivery) : null
      if (row && delivery) return { entry: row, delivery }
      break
    }
    throw new PageError(404, texts.noSuchDelivery(), texts.notInInbox())
  }
}

interface FrameProps {
  page: PageContext
  parts: Parts
  title: string
  counts: Counts
  query: ListQuery
  children?: Child
}

function Frame({ page, parts, title, counts, query, children }: FrameProps) {
  const shown = query.values.verdict || query.values.forward
  const linkTo = (label: string, by: { verdict: string } | { forward: string }, count: number) => {
    return { label, href: `/${queryText(by)}`, current: shown === Object.values(by)[0], count }
  }
  const nav = [
    { label: texts.deliveries(), href: '/', current: !shown },
    linkTo(texts.rejected(), { verdict: 'rejected' }, counts.rejected),
    linkTo(texts.toForward(), { forward: 'pending' }, counts.pending),
    ...(counts.parked > 0 || shown === 'parked'
      ? [linkTo(texts.parkedOnes(), { forward: 'parked' }, counts.parked)]
      : []),
  ]
  return (
    <Shell
      {...{ page, title, nav }}
      product="pixctl webhooks"
      switcher={<p class="profile hint">{texts.profile(parts.options.place.profile)}</p>}
      keys={[['r', texts.replayKey()]]}
    >
      {counts.problem && <NoticeBox kind="error" text={counts.problem} />}
      {children}
    </Shell>
  )
}

function findRejected(page: PageContext, store: RejectedStore | null): Rejected {
  const rejected = store?.find(idOf(page))
  if (rejected) return rejected
  throw new PageError(404, texts.noSuchDelivery(), texts.latest200())
}

function idOf(page: PageContext): number {
  const text = page.param('id')
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new PageError(404, texts.notFound(), texts.noSuchPage())
}

/** Never shown by the browser itself: a body may be anything. */
function download(body: Buffer, name: string): Response {
  return new Response(new Uint8Array(body), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
