/** The list of events and refused deliveries. Beside it, on a wide screen, is the one that is looked at. */

import type { Child } from 'hono/jsx'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import type { ListedEvent } from '#inbox/inbox.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { CommandLine } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { FilterBar, FilterChoice, Pager } from '#web/components/filter.tsx'
import { Badge, Status } from '#web/components/status.tsx'
import { Amount, When } from '#web/components/value.tsx'
import type { PageContext } from '#web/page.ts'
import { stateText } from '#web/texts.ts'
import type { Entry, ListPage } from '../delivery-list.ts'
import type { InspectorParts } from '../inspector.ts'
import { type ListQuery, queryText, TIMES } from '../query.ts'
import { texts } from './texts.ts'

interface PanesProps {
  page: PageContext
  parts: InspectorParts
  query: ListQuery
  list: ListPage
  /** The path of what is looked at; null if none is. */
  open: string | null
  children?: Child
}

export function Panes({ page, parts, query, list, open, children }: PanesProps) {
  return (
    <div class={open === null ? 'panes' : 'panes open'}>
      <div class="list-pane">
        {open === null ? <h1>{texts.deliveries()}</h1> : <h2 class="hidden">{texts.deliveries()}</h2>}
        <Filters {...{ query }} />
        {list.entries.length === 0 ? (
          <Nothing {...{ parts, query }} />
        ) : (
          <ul class="deliveries" aria-label={texts.newestFirst()}>
            {list.entries.map(entry => (
              <DeliveryRow {...{ entry, page, query, open }} />
            ))}
          </ul>
        )}
        <Pager
          previous={query.after ? `/${queryText(query.values)}` : null}
          next={list.next && `/${queryText(query.values, list.next)}`}
          text={query.after ? texts.older() : undefined}
        />
      </div>
      {open !== null && <div class="detail-pane">{children}</div>}
    </div>
  )
}

function Filters({ query: { values } }: { query: ListQuery }) {
  const other = DOCUMENTED_TYPES.includes(values.type) || values.type === '' ? [] : [values.type]
  const all = { value: '', label: texts.every() }
  const choices = (...given: string[]) => given.map(value => ({ value, label: stateText(value) }))
  const times = Object.entries(TIMES).map(([value, { label }]) => ({ value, label: label() }))
  const forwards = [{ value: '', label: texts.all() }, ...choices('done', 'pending', 'parked', 'none')]
  const filters = [
    ['verdict', texts.verdict(), [all, ...choices('accepted', 'rejected')]],
    ['forward', texts.forwarded(), forwards],
    ['type', texts.event(), [all, ...choices(...DOCUMENTED_TYPES, ...other)]],
    ['time', texts.time(), [all, ...times]],
  ] as const
  return (
    <FilterBar
      action="/"
      search={values.search}
      searchIn={texts.searchIn()}
      isSet={Object.values(values).some(value => value !== '')}
    >
      {filters.map(([name, label, options]) => (
        <FilterChoice {...{ name, label, options }} value={values[name]} />
      ))}
    </FilterBar>
  )
}

export function pathOf({ verdict, id }: Pick<Entry, 'verdict' | 'id'>): string {
  return verdict === 'rejected' ? `/refused/${id}` : `/deliveries/${id}`
}

interface RowProps {
  entry: Entry
  page: PageContext
  query: ListQuery
  open: string | null
}

function DeliveryRow({ entry, page, query, open }: RowProps) {
  const path = pathOf(entry)
  const isRejected = entry.verdict === 'rejected'
  return (
    <li id={`row${path.replaceAll('/', '-')}`}>
      <a
        class={isRejected ? 'refused' : undefined}
        href={path + query.text}
        data-row
        aria-current={path === open ? 'true' : undefined}
      >
        <span class="what">{isRejected ? (entry.event ?? texts.noEventNamed()) : entry.type}</span>
        <span class="state">
          {isRejected ? (
            <Badge tone="bad">{texts.rejectedWith(entry.status)}</Badge>
          ) : (
            <Badges event={entry} />
          )}
        </span>
        <span class="amount">{!isRejected && entry.amount !== null && <Amount reais={entry.amount} />}</span>
        <span class="about">
          {isRejected ? reasonText(entry.reason) : (entry.paymentId ?? entry.delivery)}
        </span>
        <When at={entry.receivedAt} now={page.now} />
      </a>
    </li>
  )
}

/** What became of an event, and whether it came more than once. */
export function Badges({ event }: { event: ListedEvent }) {
  const { arrivalCount } = event
  return (
    <>
      {arrivalCount > 1 && <Badge tone="off">{texts.cameTimes(arrivalCount)}</Badge>} <Forward {...event} />
    </>
  )
}

function Forward({ forward, attemptCount, lastStatus }: ListedEvent) {
  if (forward === 'done') return <Badge tone="good">{texts.forwardedWith(lastStatus)}</Badge>
  if (forward === 'pending') {
    if (attemptCount === 0) return <Badge tone="busy">{texts.pending()}</Badge>
    return <Badge tone="warn">{texts.pendingAfter(lastStatus)}</Badge>
  }
  if (forward === 'parked') return <Badge tone="bad">{texts.parkedAfter(lastStatus)}</Badge>
  if (attemptCount === 0) return <Status word="accepted" />
  return <Badge tone="warn">{texts.replayedAfter(lastStatus)}</Badge>
}

function Nothing({ parts, query }: { parts: InspectorParts; query: ListQuery }) {
  if (Object.values(query.values).some(value => value !== '')) {
    return (
      <Empty title={texts.noMatch()}>
        <a class="button plain" href="/">
          {texts.showAll()}
        </a>
      </Empty>
    )
  }
  const { listening } = parts.options
  if (listening === null) {
    const listen = suggest('webhook listen', { flags: { inspect: true } })
    return (
      <Empty title={texts.noDelivery()} text={texts.listenFirst()}>
        <CommandLine command={parts.options.commandText(listen)} />
      </Empty>
    )
  }
  // Its own certificate may be for another name; a server on all addresses is reached on this machine.
  const to = listening.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//localhost:')
  const { protocol, hostname } = new URL(to)
  const flags = { to, ...(protocol === 'http:' && isLoopback(hostname) ? {} : { insecure: true as const }) }
  const trigger = suggest('webhook trigger', { args: ['payment.approved'], flags })
  return (
    <Empty title={texts.noDelivery()} text={texts.registerFirst()}>
      <CommandLine command={listening} />
      <CommandLine command={parts.options.commandText(trigger)} />
    </Empty>
  )
}
