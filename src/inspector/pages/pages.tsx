import { type Inbox, isUnavailable, type ListedEvent } from '#inbox/inbox.ts'
import { attempt, Failure, localizedMessage } from '#lib/failure.ts'
import { isLoopback } from '#lib/plain-address.ts'
import type { Answer, Html, PageContext } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import { failureText } from '#web/problems.tsx'
import type { Notice } from '#web/sessions.ts'
import type { Site } from '#web/site.tsx'
import type { Rejected, RejectedStore } from '#webhooks/rejected/store.ts'
import { verifyAgain } from '#webhooks/rejected/verify-again.ts'
import { hintsOf, rejectedWords } from '#webhooks/rejected/why-rejected.ts'
import type { Hints } from '#webhooks/wrong-signature/find-cause.ts'
import { listPage } from '../delivery-list.ts'
import { Editor, isEditable } from '../editor.ts'
import type { InspectorParts } from '../inspector.ts'
import { listQuery } from '../query.ts'
import { replay } from '../replay.ts'
import { targetOf } from '../target.ts'
import { EventDetail, type ReplayForm } from './delivery.tsx'
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

/** What the pages show. */
interface Opened extends Counts {
  inbox: Inbox | null
  refused: RejectedStore | null
}

export function addPages(site: Site, parts: InspectorParts): void {
  const pages = new Pages(parts)
  site.get('/', page => pages.list(page))
  site.get('/deliveries/:id', page => pages.event(page))
  site.get('/deliveries/:id/body', page => pages.body(page))
  site.get('/refused/:id', page => pages.rejected(page))
  site.get('/refused/:id/body', page => pages.rejectedBody(page))
  site.get('/deliveries/:id/edit', page => pages.edit(page))
  site.post('/deliveries/:id/replay', page => pages.replay(page))
  site.post('/deliveries/:id/edit', page => pages.sendEdited(page), MOST_EDITED)
}

/** What can't be read is said by the page; a shared inbox that is away isn't a fault either. */
export function asPageError(error: unknown): PageError | undefined {
  if (isUnavailable(error)) return new PageError(503, texts.inboxAway(), localizedMessage(error))
  return error instanceof Failure ? new PageError(500, texts.cannotBeRead(), failureText(error)) : undefined
}

class Pages {
  readonly #parts: InspectorParts
  /** Searched once, for a page loads again whenever something arrives. By the id of what was refused. */
  readonly #hints = new Map<number, Promise<Hints>>()
  readonly #editor: Editor
  /** Where an event was last sent again, by the target it would usually go to: a target is often tried several times. */
  readonly #lastTo = new Map<string | null, string>()

  constructor(parts: InspectorParts) {
    this.#parts = parts
    this.#editor = new Editor(parts)
  }

  async list(page: PageContext): Promise<Html> {
    return this.#framed(page, await this.#open(), { title: texts.deliveries(), path: null })
  }

  async event(page: PageContext, form?: ReplayForm): Promise<Html> {
    const opened = await this.#open()
    const { reading, event, whole } = await this.#find(page, opened.inbox)
    const [arrivals, attempts] = [await reading.arrivalsOf(event.id), await reading.attemptsOf(event.id)]
    const replay = form ?? { to: this.#usualTarget(event) }
    const queryText = listQuery(page).text
    return this.#framed(page, opened, {
      title: `${event.type} ${event.delivery}`,
      path: `/deliveries/${event.id}`,
      detail: (
        <EventDetail {...{ page, event, whole, arrivals, attempts, replay, queryText }} parts={this.#parts} />
      ),
    })
  }

  async rejected(page: PageContext): Promise<Html> {
    const opened = await this.#open()
    const rejected = findRejected(page, opened.refused)
    const { secrets, listening, clock } = this.#parts.options
    const { id } = rejected
    if (!this.#hints.has(id)) this.#hints.set(id, hintsOf(rejected, secrets?.values ?? [], clock))
    const hints = await this.#hints.get(id)!
    // Which secrets another process has isn't known.
    const checkedWith = listening === null ? null : secrets?.description
    const why = rejectedWords({ ...rejected, hints }, verifyAgain(rejected) !== null, checkedWith)
    return this.#framed(page, opened, {
      title: rejectionTexts.titleOf(rejected.event),
      path: `/refused/${rejected.id}`,
      detail: <RejectedDetail {...{ rejected, why }} parts={this.#parts} back={`/${listQuery(page).text}`} />,
    })
  }

  async body(page: PageContext): Promise<Response> {
    const { inbox } = await this.#open()
    const { id, body } = (await this.#find(page, inbox)).whole
    return download(body, `event-${id}.body`)
  }

  async rejectedBody(page: PageContext): Promise<Response> {
    const { refused } = await this.#open()
    const { id, body } = findRejected(page, refused)
    if (body === null) throw new PageError(404, texts.noBody(), texts.noBodyKept())
    return download(body, `refused-${id}.body`)
  }

  /** Sends an event again: to another machine only after it was confirmed. */
  async replay(page: PageContext): Promise<Answer> {
    const { inbox } = await this.#open()
    const { event, whole } = await this.#find(page, inbox)
    const back = `/deliveries/${event.id}${listQuery(page).text}`
    const target = targetOf(page.field('to'))
    if ('problem' in target) {
      return page.invalid(await this.event(page, { to: page.field('to'), error: target.problem }))
    }
    const { to } = target
    const asked = (host: string) => texts.confirmReplay(event.delivery, event.type, host)
    const question = askElsewhere(page, back, { to }, asked)
    if (question) return question
    return this.#sent(page, event, back, await replay(this.#parts, inbox!, whole, to))
  }

  /** The editor of an event's copy, with what was typed and sent there before, or with a form that was refused. */
  async edit(page: PageContext, refused?: EditForm): Promise<Html> {
    const opened = await this.#open()
    const { event, whole } = await this.#findEditable(page, opened.inbox)
    const query = listQuery(page)
    const path = `/deliveries/${event.id}`
    const draft = page.query('original') === '' ? this.#editor.draftOf(whole) : undefined
    const original = { text: whole.body.toString('utf8'), to: this.#usualTarget(event), sent: null }
    const form = refused ?? draft ?? original
    const toOriginal = `${path}/edit${query.text}${query.text === '' ? '?' : '&'}original=1`
    return (
      <Frame
        {...{ page, parts: this.#parts, counts: opened, query }}
        title={`${ofEdit.title()} ${event.delivery}`}
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
    const { event, whole } = await this.#findEditable(page, opened.inbox)
    // A browser sends each line break as CR LF.
    const body = (page.fields('body')[0] ?? '').replaceAll('\r\n', '\n')
    const given = page.field('to')
    const back = `/deliveries/${event.id}/edit${listQuery(page).text}`
    const target = targetOf(given)
    const refused = async (errors: NonNullable<EditForm['errors']>) =>
      page.invalid(await this.edit(page, { text: body, to: given, sent: null, errors }))
    if ('problem' in target) return refused({ to: target.problem })
    const { to } = target
    const test = attempt(() => this.#editor.keep(whole, body, given))
    if (test instanceof Failure) return refused({ body: failureText(test) })
    const question = askElsewhere(page, back, { to, body }, host => ofEdit.confirmTest(event.delivery, host))
    if (question) return question
    return this.#sent(page, event, back, await this.#editor.send(whole, test, to))
  }

  /** What came of sending something; the next event of its kind probably goes to the same target. */
  #sent(page: PageContext, { type }: ListedEvent, back: string, { kind, text }: Notice): Answer {
    this.#lastTo.set(this.#parts.options.lastTarget(type), page.field('to'))
    page.notice(kind, text)
    return page.seeOther(back)
  }

  /** Where an event is probably to be sent; empty if nothing is known. */
  #usualTarget({ type }: ListedEvent): string {
    const usual = this.#parts.options.lastTarget(type)
    return this.#lastTo.get(usual) ?? usual ?? ''
  }

  async #findEditable(page: PageContext, inbox: Inbox | null) {
    const found = await this.#find(page, inbox)
    if (isEditable(found.whole)) return found
    throw new PageError(422, ofEdit.cannotEdit(), ofEdit.wouldChange())
  }

  /** A page with the list, and with what is looked at beside it. */
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

  /** Opens what there is. */
  async #open(): Promise<Opened> {
    const { sources } = this.#parts
    const [inbox, refused] = [await sources.inbox(), await sources.rejected()]
    const { pending = 0, parked = 0 } = (await inbox?.queue.stats()) ?? {}
    return { inbox, refused, pending, parked, rejected: refused?.list().length ?? 0 }
  }

  /** A saved event by its number: its own ids may hold any characters. */
  async #find(page: PageContext, inbox: Inbox | null) {
    const id = idOf(page)
    const reading = inbox?.reading
    const whole = await reading?.find(id)
    for await (const [event] of reading?.events({ before: id + 1, limit: 1, details: true }) ?? []) {
      if (reading && whole && event?.id === id) return { reading, whole, event }
    }
    throw new PageError(404, texts.noSuchEvent(), texts.notInInbox())
  }
}

/** Asks before something is sent to another machine; null if it isn't, or the answer was yes. */
function askElsewhere(
  page: PageContext,
  back: string,
  values: { to: string; body?: string },
  textFor: (host: string) => string,
): Answer | null {
  const { to } = values
  const { host, hostname } = new URL(to)
  if (isLoopback(hostname)) return null
  const confirm = { title: texts.otherMachine(), text: textFor(host), button: texts.sendItTo(host) }
  return page.ask(confirm, back, { ...values, confirmed: to })
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
