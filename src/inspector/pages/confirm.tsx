/** Asks before a delivery is sent to another machine. */

import type { ListedDelivery } from '../../store/inbox/inbox.ts'
import { ActionForm, Button } from '../../web/components/form.tsx'
import { PageHeader, Panel } from '../../web/components/header.tsx'
import type { PageContext } from '../../web/page.ts'

interface ConfirmProps {
  page: PageContext
  entry: ListedDelivery
  /** The checked address. */
  to: string
  /** The page of the delivery. */
  back: string
}

export function Confirm({ page, entry, to, back }: ConfirmProps) {
  const { host } = new URL(to)
  return (
    <div class="stack">
      <PageHeader title="Send to another machine?" back={{ label: 'The delivery', href: back }} />
      <Panel>
        <p>
          {'The delivery '}
          <code>{entry.delivery}</code>
          {` (${entry.event}) will be signed and sent to `}
          <strong>{host}</strong>
          {'. That is not this machine, and it may act on a payment.'}
        </p>
        <ActionForm page={page} action={page.path} values={{ to, confirmed: to }} class="actions">
          <Button>{`Send it to ${host}`}</Button>
          <a class="button plain" href={back}>
            Cancel
          </a>
        </ActionForm>
      </Panel>
    </div>
  )
}
