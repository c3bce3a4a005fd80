/** What is to be paid, and what was paid; what was just paid is always in sight. */

import { randomUUID } from 'node:crypto'
import {
  type Creation,
  endOf,
  groupsOf,
  isOutOfContact,
  newPayments,
  totalOf,
} from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import { isFound } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { toBRL } from '#contract/money.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { localized } from '#lib/language.ts'
import { formatMoment } from '#lib/local-time.ts'
import { Words } from '#web/components/command-line.tsx'
import { FilterBar } from '#web/components/filter.tsx'
import { ActionButton, ActionForm, Button, TextField } from '#web/components/form.tsx'
import { Panel } from '#web/components/header.tsx'
import { Badge } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Money } from '#web/components/value.tsx'
import { FormProblem, failureText, fieldsOf, NO_PROBLEMS, type Problems, sentence } from '#web/problems.tsx'
import { ChargeList, nameOf } from './charge-list.tsx'
import { Frame, type Visit } from './frame.tsx'
import { Hours } from './hours.tsx'
import { texts } from './texts.ts'

/** How many rows the lists have; what was just paid is shown whole. */
const MOST = { open: 100, paid: 20, ended: 10 }

export function Overview(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, parts } = visit
  const { day } = parts.counter
  const { recent, open, paid, unpaid } = groupsOf(day, page.now)
  const search = page.query('search')
  const found = (payments: readonly Payment[]) => payments.filter(payment => isFound(payment, search))
  const before = paid.filter(payment => !recent.includes(payment))
  const list = (payments: readonly Payment[], label: string, most: number, empty = '') => (
    <ChargeList {...{ visit, payments, label, most }} empty={search ? texts.noneFound() : empty} />
  )
  const newest = newPayments(day, page.now).at(-1)
  const since =
    parts.since === startOfDay(dayOf(page.now))
      ? texts.paidToday()
      : texts.paidSince(formatMoment(parts.since))
  return (
    <Frame visit={visit} title={texts.counter()} refresh={page.query('typing') === ''}>
      <h1 class="hidden">{texts.counter()}</h1>
      <div class="till">
        <div class="stack" id="just-paid" data-live>
          <p
            class="hidden"
            data-announce={`${newest ? `${texts.PAID()}: ${nameOf(newest)}. ` : ''}${texts.announced(open.length, paid.length)}`}
          />
          <Panel title={`${since}: ${sumOf(paid)}`} flush />
          {recent.length > 0 && (
            <Panel title={texts.justPaid()} flush>
              {list(recent, texts.justPaid(), Number.POSITIVE_INFINITY)}
            </Panel>
          )}
        </div>
        <div class="stack" id="to-pay">
          <NewCharge {...{ visit, problems }} />
          <div class="stack" id="open" data-live>
            <Creations {...visit} />
            <FilterBar action="/" search={search} searchIn={texts.searchIn()} isSet={search !== ''} />
            <Panel title={`${texts.toBePaid()}: ${sumOf(open)}`} flush>
              {list(found(open), texts.toBePaid(), MOST.open, texts.noneOpen())}
            </Panel>
          </div>
        </div>
        <div class="stack" id="others" data-live>
          {(before.length > 0 || recent.length === 0) && (
            <Panel title={texts.paidBefore()} flush>
              {list(found(before), texts.paidBefore(), MOST.paid, texts.nonePaid())}
            </Panel>
          )}
          {unpaid.length > 0 && (
            <Panel title={texts.ended()} flush>
              {list(found(unpaid), texts.ended(), MOST.ended)}
            </Panel>
          )}
          <Hours {...visit} />
        </div>
      </div>
    </Frame>
  )
}

function sumOf(payments: readonly Payment[]): string {
  const { count, amount } = totalOf(payments)
  return amount === null ? texts.count(count) : `${toBRL(amount)} (${texts.count(count)})`
}

/** Each time it is shown it has a key of its own, which makes one charge however often it is sent. */
function NewCharge({ visit: { page }, problems }: { visit: Visit; problems: Problems }) {
  const field = fieldsOf(page, problems)
  return (
    <Panel>
      <ActionForm page={page} action="/" class="filters" values={{ key: randomUUID() }}>
        <FormProblem problems={problems} />
        <TextField
          {...field('amount')}
          label={texts.amountInReais()}
          inputmode="decimal"
          placeholder="35,90"
          required
          autofocus
        />
        <TextField {...field('description')} label={texts.description()} placeholder="Pedido 1042" />
        <Button>{texts.create()}</Button>
      </ActionForm>
      <noscript>
        <a href="/?typing=1">{texts.typeInPeace()}</a>
      </noscript>
    </Panel>
  )
}

/** What was asked for here, until the service is known to have made it. */
function Creations({ page, parts }: Visit) {
  const { creations } = parts.counter.day
  const left = parts.unfinished()
  return (
    <>
      {left && (
        <p class="notice warning" id="unfinished">
          <Words text={`${parts.commandText(left)}.`} />
        </p>
      )}
      {creations.length > 0 && (
        <Panel title={texts.creations()} id="creations" lead={texts.noSecond()} flush>
          <Table
            label={texts.creations()}
            columns={[
              { header: texts.amount(), align: 'end' },
              { header: texts.status() },
              { header: texts.description() },
              { header: texts.why(), narrow: 'below' },
            ]}
            rows={creations.map(creation => ({
              id: `creation-${creation.key}`,
              cells: [
                <Money amount={creation.amount} />,
                <Badge tone={creation.failure ? 'bad' : 'busy'}>{texts[endOf(creation)]()}</Badge>,
                creation.description,
                whyOf(creation, isOutOfContact(parts.counter.day, page.now)),
              ],
              actions: CHOICES[endOf(creation)]?.map(choice => (
                <ActionButton page={page} action={`/creations/${creation.key}/${choice}`}>
                  {texts[choice]()} <span class="hidden">{toBRL(creation.amount)}</span>
                </ActionButton>
              )),
            }))}
          />
        </Panel>
      )}
    </>
  )
}

/** Once the service is heard again, nothing is said of an outage that is over. */
function whyOf(creation: Creation, isAway: boolean): string {
  const { failure } = creation
  if (failure === null) return ''
  if (endOf(creation) !== 'unknown' && endOf(creation) !== 'unsent') return failureText(failure)
  return isAway ? sentence(localized(plainProblem(failure))) : ''
}

/** What can be done about a creation. What may have made a charge stays in sight. */
const CHOICES: Partial<Record<ReturnType<typeof endOf>, readonly ('recover' | 'dismiss')[]>> = {
  unknown: ['recover'],
  unsent: ['recover', 'dismiss'],
  refused: ['dismiss'],
}
