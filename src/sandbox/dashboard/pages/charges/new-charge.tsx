/** The form that creates a charge, as a client of the API would. */

import { randomUUID } from 'node:crypto'
import {
  DEFAULT_VALIDITY_MINUTES,
  MAX_AMOUNT,
  MAX_DESCRIPTION,
  UUID,
  VALIDITY_MINUTES,
} from '#contract/limits.ts'
import { toBRL } from '#contract/money.ts'
import { ActionForm, Button, Checkboxes, SelectField, TextField } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import type { Answer, PageContext } from '#web/page.ts'
import { FormProblem, fieldsOf, NO_PROBLEMS, type Problems } from '#web/problems.tsx'
import { chargeRequest } from '../../../rest/request.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { attempted, typedAmount } from '../problems.ts'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

/** A form that is sent twice has one key, so it makes one charge. */
export async function createCharge(visit: Visit): Promise<Answer> {
  const { page, store, service } = visit
  const amount = typedAmount(page)
  const body = {
    amount: Number(amount),
    description: page.field('description'),
    passFee: page.fields('passFee').length > 0,
    validityMinutes: Number(page.field('validityMinutes') || DEFAULT_VALIDITY_MINUTES),
  }
  const { charge, created } = await attempted(
    () =>
      service.create({
        storeId: store.id,
        idempotencyKey: keyOf(page),
        request: chargeRequest({ value: body, amount }),
      }),
    { invalid_amount: 'amount', total_above_limit: 'amount', net_not_positive: 'amount' },
    ['description', 'validityMinutes'],
  )
  if (!created) page.notice('warning', texts.formSentBefore())
  return page.seeOther(pathOf(store, 'charges', charge.id))
}

/** A form that was refused keeps its key. */
function keyOf(page: PageContext): string {
  const given = page.field('key')
  return UUID.test(given) ? given : randomUUID()
}

export function NewCharge(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, store } = visit
  const field = fieldsOf(page, problems)
  return (
    <Frame visit={visit} title={shared.newCharge()} section="charges">
      <PageHeader
        title={shared.newCharge()}
        lead={texts.newLead()}
        back={{ label: shared.charges(), href: pathOf(store, 'charges') }}
      />
      <Panel id="new-charge">
        <ActionForm page={page} action={pathOf(store, 'charges', 'new')} values={{ key: keyOf(page) }}>
          <FormProblem problems={problems} />
          <TextField
            {...field('amount')}
            label={shared.amountInReais()}
            inputmode="decimal"
            placeholder="10,50"
            hint={texts.amountHint(toBRL(MAX_AMOUNT))}
            required
            autofocus
          />
          <TextField
            {...field('description')}
            label={texts.description()}
            placeholder="Pedido 1042"
            hint={texts.descriptionHint(MAX_DESCRIPTION)}
          />
          <SelectField
            {...field('validityMinutes', String(DEFAULT_VALIDITY_MINUTES))}
            label={texts.payableFor()}
            options={VALIDITY_MINUTES.map(minutes => ({ value: String(minutes), label: spanOf(minutes) }))}
          />
          <Checkboxes
            name="passFee"
            legend={texts.fee()}
            values={page.fields('passFee')}
            options={[{ value: 'yes', label: texts.feeOnCustomer(), hint: texts.feeHint() }]}
          />
          <div class="actions">
            <Button>{texts.create()}</Button>
            <a class="button plain" href={pathOf(store, 'charges')}>
              {texts.cancel()}
            </a>
          </div>
        </ActionForm>
      </Panel>
    </Frame>
  )
}

function spanOf(minutes: number): string {
  if (minutes < 60) return texts.minutes(minutes)
  return minutes < 1440 ? texts.hours(minutes / 60) : texts.days(minutes / 1440)
}
