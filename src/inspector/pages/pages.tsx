import { type Inbox, isUnavailable, type Listed, type ListedDelivery } from '#inbox/inbox.ts'
import type { Rejected, RejectedStore } from '#inbox/rejected/rejected.ts'
import { attempt, Failure, failureOf, localizedMessage } from '#lib/failure.ts'
import type { Confirmation } from '#web/components/bare.tsx'
import { type Answer, type Html, type PageContext, PageError } from '#web/page.ts'
import type { Notice } from '#web/sessions.ts'
import type { Site } from '#web/site.tsx'
import { listPage } from '../delivery-list.ts'
import { Editor, isEditable } from '../editor.ts'
import { sentencesOf } from '../failure-text.ts'
import type { Parts } from '../inspector.ts'
import { listQuery } from '../query.ts'
import { replay } from '../replay.ts'
import { isElsewhere, targetOf } from '../target.ts'
import { bodyFile } from './body.tsx'
import { DeliveryDetail, type ReplayForm } from './delivery.tsx'
import { EditDetail, type EditForm } from './edit/edit.tsx'
import { texts as ofEdit } from './edit/texts.ts'
import { type Counts, Frame } from './frame.tsx'
import { Panes } from './list.tsx'
import { RejectedDetail } from './rejected/rejected-delivery.tsx'
import { texts as rejectionTexts } from './rejected/texts.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 50
/** How long the form of an edited body may be, in bytes: in a form, a line break takes six, and most signs of JSON three. */
const MOST_EDITED = 6 * 1024 * 1024 + 64 * 1024

/** What the pages show, as far as it can be read. */
interface Opened extends Counts {
  inbox: Inbox | null
  refused: RejectedStore | null
}

export function addPages(site: Site, parts: Parts): void {
  const pages = new Pages(parts)
  site.get('/', page => pages.list(page))
  site.get('/deliveries/:id', page => pages.delivery(page))
  site.get('/deliveries/:id/body', page => pages.body(page))
  site.get('/refused/:id', page => pages.rejected(page))
  site.get('/refused/:id/body', page => pages.rejectedBody(page))
  site.get('/deliveries/:id/edit', page => pages.edit(page))
  site.post('/deliveries/:id/replay', page => pages.replay(page))
  site.post('/deliveries/:id/edit', page => pages.sendEdited(page), MOST_EDITED)
}

/** A shared inbox that is away isn't a fault. */
export function asPageError(error: unknown): PageError | undefined {
  return isUnavailable(error) ? new PageError(503, texts.inboxAway(), localizedMessage(error)) : undefined
}

class Pages {
  readonly #parts: Parts
  readonly #editor: Editor
  /** Where a delivery was last sent again, by the target it would usually go to: a target is often tried several times. */
  readonly #lastTo = new Map<string | null, string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#editor = new Editor(parts)
  }

  async list(page: PageContext): Promise<Html> {
    return this.#framed(page, await this.#open(), { title: texts.deliveries(), path: null })
  }

  async delivery(page: PageContext, form?: ReplayForm): Promise<Html> {
    const opened = await this.#open()
    const { entry, delivery } = await this.#find(page, opened.inbox)
    const attempts = (await opened.inbox?.reading.attemptsOf(entry)) ?? []
    const replay = form ?? { to: this.#usualTarget(entry) }
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
    return download(delivery.body, bodyFile('delivery', entry.id))
  }

  async rejectedBody(page: PageContext): Promise<Response> {
    const { refused } = await this.#open()
    const { id, body } = findRejected(page, refused)
    if (body === null) throw new PageError(404, texts.noBody(), texts.noBodyKept())
    return download(body, bodyFile('refused', id))
  }

  /** Sends a delivery again: to another machine only after it was confirmed. */
  async replay(page: PageContext): Promise<Answer> {
    const { inbox } = await this.#open()
    const { entry, delivery } = await this.#find(page, inbox)
    const back = `/deliveries/${entry.id}${listQuery(page).text}`
    const target = targetOf(page.field('to'))
    if ('problem' in target) {
      return page.invalid(await this.delivery(page, { to: page.field('to'), error: target.problem }))
    }
    const { to } = target
    if (isElsewhere(to)) {
      const { host } = new URL(to)
      const text = texts.confirmReplay(entry.delivery, entry.event, host)
      const question = page.ask(toOtherMachine(host, text), back, { to, confirmed: to })
      if (question) return question
    }
    return this.#sent(page, entry, back, await replay(this.#parts, inbox!, delivery, to))
  }

  /** The editor of a delivery, with what was typed and sent there before, or with a form that was refused. */
  async edit(page: PageContext, refused?: EditForm): Promise<Html> {
    const opened = await this.#open()
    const { entry, delivery } = await this.#findEditable(page, opened.inbox)
    const query = listQuery(page)
    const path = `/deliveries/${entry.id}`
    const draft = page.query('original') === '' ? this.#editor.draftOf(delivery) : undefined
    const original = {
      text: delivery.body.toString('utf8'),
      to: this.#usualTarget(entry),
      sent: null,
    }
    const form = refused ?? draft ?? original
    const toOriginal = `${path}/edit${query.text}${query.text === '' ? '?' : '&'}original=1`
    return (
      <Frame
        {...{ page, parts: this.#parts, counts: opened, query }}
        title={`${ofEdit.title()} ${entry.delivery}`}
      >
        <EditDetail
          {...{ page, form }}
          action={`${path}/edit${query.text}`}
          back={path + query.text}
          original={form.text === original.text ? null : toOriginal}
        />
      </Frame>
    )
  }

  /** Sends what was edited as a test event: to another machine only after it was confirmed. */
  async sendEdited(page: PageContext): Promise<Answer> {
    const opened = await this.#open()
    const { entry, delivery } = await this.#findEditable(page, opened.inbox)
    // A browser sends each line break as CR LF.
    const body = (page.fields('body')[0] ?? '').replaceAll('\r\n', '\n')
    const given = page.field('to')
    const back = `/deliveries/${entry.id}/edit${listQuery(page).text}`
    const target = targetOf(given)
    const refused = async (errors: NonNullable<EditForm['errors']>) =>
      page.invalid(await this.edit(page, { text: body, to: given, sent: null, errors }))
    if ('problem' in target) return refused({ to: target.problem })
    const { to } = target
    const event = attempt(() => this.#editor.keep(delivery, body, given))
    if (event instanceof Failure) return refused({ body: sentencesOf(event) })
    if (isElsewhere(to)) {
      const { host } = new URL(to)
      const text = ofEdit.confirmTest(entry.delivery, host)
      const question = page.ask(toOtherMachine(host, text), back, { to, confirmed: to, body })
      if (question) return question
    }
    return this.#sent(page, entry, back, await this.#editor.send(delivery, event, to))
  }

  /** What came of sending something; the next delivery of its kind probably goes to the same target. */
  #sent(page: PageContext, { event }: ListedDelivery, back: string, { kind, text }: Notice): Answer {
    this.#lastTo.set(this.#parts.options.lastTarget(event), page.field('to'))
    page.notice(kind, text)
    return page.seeOther(back)
  }

  /** Where a delivery is probably to be sent; empty if nothing is known. */
  #usualTarget({ event }: Pick<Listed, 'event'>): string {
    const usual = this.#parts.options.lastTarget(event)
    return this.#lastTo.get(usual) ?? usual ?? ''
  }

  async #findEditable(page: PageContext, inbox: Inbox | null) {
    const found = await this.#find(page, inbox)
    if (isEditable(found.delivery)) return found
    throw new PageError(422, ofEdit.cannotEdit(), ofEdit.wouldChange())
  }

  /** A page with the list, and with a delivery beside it. */
  async #framed(
    page: PageContext,
    { inbox, refused, ...counts }: Opened,
    { title, path, detail }: { title: string; path: string | null; detail?: Html },
  ): Promise<Html> {
    const query = listQuery(page)
    const parts = this.#parts
    const which = { size: PAGE_SIZE, after: query.after }
    const list = await listPage({ inbox, rejected: refused }, query.filter, which)
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
      const found = await open.catch(failureOf)
      if (!(found instanceof Failure)) return found
      problems.push(found.localized)
      return null
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
    for await (const [row] of inbox?.reading.deliveries({ before: id + 1, limit: 1, details: true }) ?? []) {
      const delivery = row?.id === id ? await inbox!.reading.find(row.delivery) : null
      if (row && delivery) return { entry: row, delivery }
      break
    }
    throw new PageError(404, texts.noSuchDelivery(), texts.notInInbox())
  }
}

/** The question before something is sent there. */
const toOtherMachine = (host: string, text: string): Confirmation => ({
  title: texts.otherMachine(),
  text,
  button: texts.sendItTo(host),
})

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
