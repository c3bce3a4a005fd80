/** The list of a store's charges. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { Empty } from '#web/components/empty.tsx'
import { FilterBar, Pager } from '#web/components/filter.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { ChargeStatus } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Money, When } from '#web/components/value.tsx'
import { withQuery } from '#web/page.ts'
import { stateText } from '#web/texts.ts'
import { type Charge, countCharges, findCharge, toPayment } from '../../../core/payments.ts'
import { type ChargePage, listCharges } from '../../data/charges.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { FirstSteps, NewChargeLink } from '../overview.tsx'
import { Tabs } from '../shared.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

interface Filter {
  status: PaymentStatus | undefined
  search: string
  after: string
}

export function Charges(visit: Visit) {
  const { page, store, database } = visit
  const status = PAYMENT_STATUSES.find(known => known === page.query('status'))
  // An address may name a charge that is gone: then the list starts from the top.
  const after = findCharge(database, store.id, page.query('after'))?.id ?? ''
  const filter = { status, search: page.query('search'), after }
  const counts = countCharges(database, store.id)
  const all = PAYMENT_STATUSES.reduce((sum, known) => sum + counts[known], 0)
  const query = { storeId: store.id, status, text: filter.search, after }
  return (
    <Frame visit={visit} title={shared.charges()} section="charges">
      <PageHeader title={shared.charges()} actions={<NewChargeLink {...visit} />} />
      {all === 0 ? (
        <Panel>
          <FirstSteps {...visit} />
        </Panel>
      ) : (
        <>
          <Filters {...{ visit, filter, counts, all }} />
          <Found {...{ visit, filter }} found={listCharges(database, query)} />
        </>
      )}
    </Frame>
  )
}

interface FiltersProps {
  visit: Visit
  filter: Filter
  counts: Readonly<Record<PaymentStatus, number>>
  all: number
}

function Filters({ visit: { store }, filter: { status, search }, counts, all }: FiltersProps) {
  const path = pathOf(store, 'charges')
  // Charges are CREATING for a moment only, unless a fault holds them back.
  const statuses = PAYMENT_STATUSES.filter(
    known => known !== 'CREATING' || known === status || counts[known] > 0,
  )
  const tabs = [
    { label: texts.all(), href: withQuery(path, { search }), current: !status, count: all },
    ...statuses.map(known => ({
      label: stateText(known),
      href: withQuery(path, { status: known, search }),
      current: known === status,
      count: counts[known],
    })),
  ]
  return (
    <>
      <Tabs label={texts.byStatus()} tabs={tabs} />
      <FilterBar
        action={path}
        search={search}
        searchIn={texts.searchIn()}
        isSet={status !== undefined || search !== ''}
      >
        {status && <input type="hidden" name="status" value={status} />}
      </FilterBar>
    </>
  )
}

function Found({ visit, filter, found }: { visit: Visit; filter: Filter; found: ChargePage }) {
  const { charges, next } = found
  const path = pathOf(visit.store, 'charges')
  const shown = { status: filter.status ?? '', search: filter.search }
  return (
    <Panel flush>
      {charges.length > 0 ? (
        <ChargeTable visit={visit} charges={charges} />
      ) : (
        <Empty title={texts.noMatch()} text={texts.tryAnother()} />
      )}
      <Pager
        previous={filter.after ? withQuery(path, shown) : null}
        next={next && withQuery(path, { ...shown, after: next })}
      />
    </Panel>
  )
}

function ChargeTable({ visit: { page, store }, charges }: { visit: Visit; charges: readonly Charge[] }) {
  return (
    <Table
      label={texts.newestFirst()}
      columns={[
        { header: texts.amount(), align: 'end' },
        { header: shared.status() },
        { header: texts.description(), narrow: 'below' },
        { header: texts.net(), align: 'end', minor: true },
        { header: texts.created(), narrow: 'end' },
        { header: shared.id(), minor: true },
      ]}
      rows={charges.map(charge => ({
        id: charge.id,
        href: pathOf(store, 'charges', charge.id),
        cells: [
          <Money amount={charge.amount} />,
          <ChargeStatus charge={toPayment(charge)} />,
          charge.description,
          <Money amount={charge.netAmount} />,
          <When at={charge.createdAt} now={page.now} />,
          <code>{charge.id}</code>,
        ],
      }))}
    />
  )
}
