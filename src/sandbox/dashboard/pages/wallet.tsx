/** The wallet of a store: its balance, a form for a deposit, the latest credits. */

import { MAX_DEPOSIT } from '#contract/limits.ts'
import { toBRL } from '#contract/money.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionForm, Button, TextField } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel, Stats } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { Money, When } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { FormProblem, fieldsOf, NO_PROBLEMS, type Problems } from '#web/problems.tsx'
import * as operations from '../../control/operations.ts'
import { CREDITS_SHOWN, type Credit, latestCredits } from '../../core/wallet.ts'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { attempted, typedAmount } from './problems.ts'
import { texts } from './texts.ts'

export async function deposit(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const typed = typedAmount(page)
  const work = () => operations.deposit(visit, store, typed)
  const { id, amount } = await attempted(work, { invalid_amount: 'amount' })
  page.notice('ok', texts.deposited(toBRL(amount), id))
  return page.seeOther(pathOf(store, 'wallet'))
}

export function Wallet(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, store, service, database } = visit
  const credits = latestCredits(database, store.id)
  return (
    <Frame visit={visit} title={texts.wallet()} section="wallet">
      <PageHeader title={texts.wallet()} lead={texts.walletLead()} />
      <Columns
        aside={
          <Panel title={texts.deposit()}>
            <ActionForm page={page} action={pathOf(store, 'wallet')}>
              <FormProblem problems={problems} />
              <TextField
                {...fieldsOf(page, problems)('amount')}
                label={texts.amountInReais()}
                inputmode="decimal"
                placeholder="100,00"
                hint={texts.depositHint(toBRL(MAX_DEPOSIT))}
                required
              />
              <Button>{texts.makeDeposit()}</Button>
            </ActionForm>
          </Panel>
        }
      >
        <Stats
          items={[{ label: texts.availableBalance(), value: <Money amount={service.balance(store.id)} /> }]}
        />
        <Panel title={texts.latestCredits()} flush>
          <Credits visit={visit} credits={credits} />
          {credits.length === CREDITS_SHOWN && <p class="pager hint">{texts.theLatest(CREDITS_SHOWN)}</p>}
        </Panel>
      </Columns>
    </Frame>
  )
}

function Credits({ visit: { page, store }, credits }: { visit: Visit; credits: readonly Credit[] }) {
  return (
    <Table
      label={texts.creditsNewestFirst()}
      columns={[
        { header: texts.amount(), align: 'end' },
        { header: texts.from() },
        { header: texts.id(), narrow: 'below' },
        { header: texts.time(), narrow: 'end' },
      ]}
      rows={credits.map(({ paymentId, amount, source, at }) => ({
        id: paymentId,
        ...(source === 'api' ? { href: pathOf(store, 'charges', paymentId) } : {}),
        cells: [
          <Money amount={amount} />,
          source === 'api' ? texts.charge() : texts.deposit(),
          <code>{paymentId}</code>,
          <When at={at} now={page.now} />,
        ],
      }))}
      empty={<Empty title={texts.noCredit()} text={texts.payOrDeposit()} />}
    />
  )
}
