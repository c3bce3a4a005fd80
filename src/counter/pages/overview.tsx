/** What is to be paid, and what was paid; what was just paid is always in sight. */

import { randomUUID } from 'node:crypto'
import {
  type Creation,
  choicesOf,
  endOf,
  groupsOf,
  isOutOfContact,
  newPayments,
  totalOf,
} from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import { isFound } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, toBRL } from '#contract/money.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { localized } from '#lib/language.ts'
import { formatMoment } from '#lib/local-time.ts'
import { Words } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { FilterBar } from '#web/components/filter.tsx'
import { ActionButton, ActionForm, Keycap, TextField } from '#web/components/form.tsx'
import { Panel } from '#web/components/header.tsx'
import { Badge } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Money } from '#web/components/value.tsx'
import { failureText, NO_PROBLEMS, type Problems, sentence } from '#web/problems.tsx'
import { ChargeList, nameOf } from './charge-list.tsx'
import { Frame, type Visit } from './frame.tsx'
import { Hours } from './hours.tsx'
import { texts } from './texts.ts'

/** How many rows the lists have; what was just paid is shown whole. */
const MOST = { open: 100, paid: 20, ended: 10 }

/** The form of a new charge as it is shown again. */
export interface Shown {
  problems: Problems
  /** What makes one charge, however often it is sent. */
  key: string
  /** An amount that was asked about, because it is unusual: it isn't asked about again. */
  sureOf: Centavos | null
}

export function Overview(visit: Visit, form: Partial<Shown> = {}) {
  const { page, parts } = visit
  const { day } = parts.counter
  const { recent, open, paid, unpaid } = groupsOf(day, page.now)
  const search = page.query('search')
  const showsLists = page.query('lists') !== ''
  const isOfList = ({ id }: Payment) => day.ofFiles.has(id)
  // What was just paid is never hidden.
  const chosen = (payments: readonly Payment[]) =>
    payments.filter(payment => showsLists || !isOfList(payment))
  const before = paid.filter(payment => !recent.includes(payment))
  const ofLists = [...open, ...before, ...unpaid].filter(isOfList).length
  const list = (payments: readonly Payment[], label: string, time: string, most: number, empty = '') => (
    <ChargeList {...{ visit, payments, label, time, most, empty }} />
  )
  const newest = newPayments(day, page.now).at(-1)
  return (
    <Frame visit={visit} title={texts.counter()} keys={ofLists > 0 ? [['b', texts.lists()]] : []}>
      <h1 class="hidden">{texts.counter()}</h1>
      <div class="till" data-steady>
        <div class="stack" id="to-pay">
          <NewCharge {...{ visit, ...form }} />
          <div class="stack" id="open" data-live>
            <Creations {...visit} />
            <FilterBar
              action="/#filter-search"
              search={search}
              searchIn={texts.searchIn()}
              isSet={search !== ''}
            />
            {search === '' ? (
              <Panel
                title={`${texts.toBePaid()}: ${sumOf(open)}`}
                actions={
                  ofLists > 0 && (
                    <a class="button plain" href={showsLists ? '/' : '/?lists=1'} data-hotkey="b" data-soft>
                      {showsLists ? texts.hideLists() : texts.showLists(ofLists)} <Keycap>b</Keycap>
                    </a>
                  )
                }
                flush
              >
                {list(
                  chosen(open),
                  texts.toBePaid(),
                  texts.timeToPay(),
                  MOST.open,
                  open.length > 0 ? texts.onlyLists() : texts.noneOpen(),
                )}
              </Panel>
            ) : (
              <Found {...{ visit, search }} />
            )}
          </div>
        </div>
        <div class="stack" id="just-paid" data-live>
          <p
            class="hidden"
            data-announce={`${newest ? `${texts.PAID()}: ${nameOf(newest)}. ` : ''}${texts.announced(open.length, paid.length)}`}
          />
          <Panel title={`${paidText(visit)}: ${sumOf(paid)}`} flush />
          {recent.length > 0 && (
            <Panel title={texts.justPaid()} flush>
              {list(recent, texts.justPaid(), texts.timePaid(), Number.POSITIVE_INFINITY)}
            </Panel>
          )}
        </div>
        <div class="stack" id="others" data-live>
          {search === '' && (before.length > 0 || recent.length === 0) && (
            <Panel title={texts.paidBefore()} flush>
              {list(chosen(before), texts.paidBefore(), texts.timePaid(), MOST.paid, texts.nonePaid())}
            </Panel>
          )}
          {search === '' && unpaid.length > 0 && (
            <Panel title={texts.ended()} flush>
              {list(chosen(unpaid), texts.ended(), texts.timeEnded(), MOST.ended)}
            </Panel>
          )}
          <Hours {...visit} />
        </div>
      </div>
    </Frame>
  )
}

/** What is searched is found everywhere, and shown below the search. That there is nothing is said once. */
function Found({ visit, search }: { visit: Visit; search: string }) {
  const { open, paid, unpaid } = groupsOf(visit.parts.counter.day, visit.page.now)
  const lists = [
    { label: texts.toBePaid(), time: texts.timeToPay(), payments: open },
    { label: paidText(visit), time: texts.timePaid(), payments: paid },
    { label: texts.ended(), time: texts.timeEnded(), payments: unpaid },
  ]
  const found = lists
    .map(list => ({ ...list, payments: list.payments.filter(payment => isFound(payment, search)) }))
    .filter(({ payments }) => payments.length > 0)
  if (found.length === 0) return <Empty title={texts.noneFound()} />
  return found.map(list => (
    <Panel title={list.label} flush>
      <ChargeList {...{ visit, ...list }} most={MOST.open} empty="" isFound />
    </Panel>
  ))
}

function paidText({ page, parts: { since } }: Visit): string {
  return since === startOfDay(dayOf(page.now)) ? texts.paidToday() : texts.paidSince(formatMoment(since))
}

function sumOf(payments: readonly Payment[]): string {
  const { count, amount } = totalOf(payments)
  return amount === null ? texts.count(count) : `${toBRL(amount)} (${texts.count(count)})`
}

/** What is wrong stands below what can be touched, so that nothing moves. Each time it is shown it has a key of its own. */
function NewCharge({
  visit: { page, parts },
  problems = NO_PROBLEMS,
  key = randomUUID(),
  sureOf = null,
}: Partial<Shown> & { visit: Visit }) {
  const field = (name: string) => ({ name, value: page.field(name) })
  const { cents } = parts
  const isSure = sureOf !== null
  return (
    <section class="panel">
      <div class="panel-body">
        <div id="charging" data-kept={page.isPosted || undefined}>
          <ActionForm
            page={page}
            action="/"
            values={{ key, digits: cents ? 'cents' : 'reais', ...(isSure && { sure: String(sureOf) }) }}
          >
            <TextField
              {...field('amount')}
              label={cents ? texts.amountInCents() : texts.amountInReais()}
              inputmode={cents ? 'none' : 'decimal'}
              placeholder={cents ? '3590' : '35,90'}
              required
              autofocus={!isSure}
            />
            <TextField {...field('description')} label={texts.description()} placeholder="Pedido 1042" />
            <output id="typed" for="field-amount" />
            <button type="submit" class="button main" data-word={texts.create()} autofocus={isSure}>
              {isSure ? texts.createSurely() : texts.create()}
            </button>
            {cents && (
              // For fingers, where the tablet's own keyboard would cover the form. An empty one takes the last digit away.
              <div class="keypad">
                {[...'123456789', '00', '0', ''].map(digit => (
                  <button
                    type="button"
                    class="button plain"
                    data-digit={digit}
                    aria-label={digit || texts.erase()}
                  >
                    {digit || '\u232b'}
                  </button>
                ))}
              </div>
            )}
            <p id="problem" role="alert">
              {Object.values(problems).join(' ')}
            </p>
          </ActionForm>
        </div>
        <UnderWay {...{ page, parts }} />
      </div>
    </section>
  )
}

/** The newest that isn't finished stands at the form, in room of its own: the list of the others may be out of sight. */
function UnderWay({ page, parts }: Visit) {
  const { day } = parts.counter
  const [newest] = day.creations
  return (
    <div class="stack" id="under-way" data-live>
      {newest && (
        <>
          <p class="cut" role="status">
            <Money amount={newest.amount} /> <State {...newest} /> {newest.description}
          </p>
          <div class="actions">
            <Choices {...{ page, creation: newest }} />
          </div>
          <p>
            {endOf(newest) !== 'refused' && texts.notAgain()} {whyOf(newest, isOutOfContact(day, page.now))}
          </p>
        </>
      )}
    </div>
  )
}

function State(creation: Creation) {
  return <Badge tone={creation.failure ? 'bad' : 'busy'}>{texts[endOf(creation)]()}</Badge>
}

function Choices({ page, creation }: Pick<Visit, 'page'> & { creation: Creation }) {
  return choicesOf(creation).map(choice => (
    <ActionButton page={page} action={`/creations/${creation.key}/${choice}`}>
      {texts[choice]()} <span class="hidden">{toBRL(creation.amount)}</span>
    </ActionButton>
  ))
}

/** What else was asked for here, until the service is known to have made it. */
function Creations({ page, parts }: Visit) {
  const creations = parts.counter.day.creations.slice(1)
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
                <State {...creation} />,
                creation.description,
                whyOf(creation, isOutOfContact(parts.counter.day, page.now)),
              ],
              actions: <Choices {...{ page, creation }} />,
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
