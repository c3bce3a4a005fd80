import { type Inbox, isUnavailable, type Listed } from '#inbox/inbox.ts'
import type { Rejected, RejectedStore } from '#inbox/rejected/rejected.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { type Answer, type Html, type PageContext, PageError } from '#web/page.ts'
import type { Site } from '#web/site.tsx'
import { listPage } from '../delivery-list.ts'
import { Editor, isEditable } from '../editor.ts'
import type { Parts } from '../inspector.ts'
import { listQuery } from '../query.ts'
import { Replayer } from '../replayer.ts'
import { bodyFile } from './body.tsx'
import { Confirm } from './confirm.tsx'
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
  const get = <T extends Html | Response>(path: string, make: (page: PageContext) => Promise<T>) =>
    site.get(path, page => make(page).catch(sayIfAway))
  get('/', page => pages.list(page))
  get('/deliveries/:id', page => pages.delivery(page))
  get('/deliveries/:id/body', page => pages.body(page))
  get('/refused/:id', page => pages.rejected(page))
  get('/refused/:id/body', page => pages.rejectedBody(page))
  get('/deliveries/:id/edit', page => pages.edit(page))
  site.post('/deliveries/:id/replay', page => pages.replay(page).catch(sayIfAway))
  site.post('/deliveries/:id/edit', page => pages.sendEdited(page).catch(sayIfAway), MOST_EDITED)
}

/** A shared inbox that is away isn't a fault. */
function sayIfAway(error: unknown): never {
  if (isUnavailable(error)) throw new PageError(503, texts.inboxAway(), localizedMessage(error))
  throw error
}

class Pages {
  readonly #parts: Parts
  readonly #replayer: Replayer
  readonly #editor: Editor
  /** Where a delivery was last sent again, by the target it would usually go to: a target is often tried several times. */
  readonly #lastTo = new Map<string | null, string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#replayer = new Replayer(parts)
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
    if (body === null) throw new PageError(404, texts.noBody(), texts.itsBodyNotKept())
    return download(body, bodyFile('refused', id))
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
            <Confirm
              {...{ page }}
              to={result.to}
              what={
                <>
                  {`${texts.theDelivery()} `}
                  <code>{entry.delivery}</code>
                  {texts.willBeSent(entry.event)}
                </>
              }
              values={{}}
              back={{ label: texts.theDelivery(), href: back }}
            />
          </Frame>,
        )
      default:
        this.#lastTo.set(this.#parts.options.lastTarget(entry.event), given)
        page.notice(result.kind, result.text)
        return page.seeOther(back)
    }
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
          {...{ page, parts: this.#parts, delivery, form }}
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
    const to = page.field('to')
    const query = listQuery(page)
    const back = `/deliveries/${entry.id}/edit${query.text}`
    const result = await this.#editor.send(delivery, { body, to, confirmed: page.field('confirmed') })
    switch (result.kind) {
      case 'invalid': {
        const errors = { [result.field]: result.text }
        return page.invalid(await this.edit(page, { text: body, to, sent: null, errors }))
      }
      case 'confirm': {
        const what = (
          <>
            {`${ofEdit.theCopy()} `}
            <code>{entry.delivery}</code>
            {ofEdit.willBeSent()}
          </>
        )
        return page.invalid(
          <Frame {...{ page, parts: this.#parts, counts: opened, query }} title={texts.otherMachine()}>
            <Confirm
              {...{ page, what }}
              to={result.to}
              values={{ body }}
              back={{ label: ofEdit.title(), href: back }}
            />
          </Frame>,
        )
      }
      default:
        this.#lastTo.set(this.#parts.options.lastTarget(entry.event), to)
        page.notice(result.kind, result.text)
        return page.seeOther(back)
    }
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
        problems.push(error.localized)
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
    for await (const [row] of inbox?.reading.deliveries({ before: id + 1, limit: 1, details: true }) ?? []) {
      const delivery = row?.id === id ? await inbox!.reading.find(row.delivery) : null
      if (row && delivery) return { entry: row, delivery }
      break
    }
    throw new PageError(404, texts.noSuchDelivery(), texts.notInInbox())
  }
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
