/** Asks before a delivery is sent to another machine. */

import type { ListedDelivery } from '#inbox/inbox.ts'
import { ActionForm, Button } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import type { PageContext } from '#web/page.ts'
import { texts } from './texts.ts'

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
      <PageHeader title={texts.otherMachine()} back={{ label: texts.theDelivery(), href: back }} />
      <Panel>
        <p>
          {`${texts.theDelivery()} `}
          <code>{entry.delivery}</code>
          {texts.willBeSent(entry.event)}
          <strong>{host}</strong>
          {texts.mayAct()}
        </p>
        <ActionForm page={page} action={page.path} values={{ to, confirmed: to }} class="actions">
          <Button>{texts.sendItTo(host)}</Button>
          <a class="button plain" href={back}>
            {texts.cancel()}
          </a>
        </ActionForm>
      </Panel>
    </div>
  )
}
