import type { Child } from 'hono/jsx'
import { ActionForm, Button } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import type { PageContext } from '#web/page.ts'
import { texts } from './texts.ts'

interface ConfirmProps {
  page: PageContext
  to: string
  /** What is sent, up to the name of the machine. */
  what: Child
  /** The fields that are sent again. */
  values: Readonly<Record<string, string>>
  /** The page that asked. */
  back: { label: string; href: string }
}

/** Asks before something is sent to another machine. */
export function Confirm({ page, to, what, values, back }: ConfirmProps) {
  const { host } = new URL(to)
  return (
    <div class="stack">
      <PageHeader title={texts.otherMachine()} back={back} />
      <Panel>
        <p>
          {what}
          <strong>{host}</strong>
          {texts.mayAct()}
        </p>
        <ActionForm page={page} action={page.path} values={{ ...values, to, confirmed: to }} class="actions">
          <Button>{texts.sendItTo(host)}</Button>
          <a class="button plain" href={back.href}>
            {texts.cancel()}
          </a>
        </ActionForm>
      </Panel>
    </div>
  )
}
