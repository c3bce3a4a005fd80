/** Lets another screen of the shop in. */

import { isLoopback } from '#lib/plain-address.ts'
import { CopyLine } from '#web/components/command-line.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { QrCode } from '#web/components/pix-code.tsx'
import { Frame, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** A form makes a new address, so that looking at the page makes none. */
export function ScreenPage(visit: Visit) {
  const { page, parts } = visit
  const url = page.isPosted ? parts.newLoginUrl() : null
  return (
    <Frame visit={visit} title={texts.anotherScreen()} section="/screen">
      <PageHeader title={texts.anotherScreen()} lead={texts.screenLead()} />
      {isLoopback(parts.host) && <p class="notice busy">{texts.onlyHere()}</p>}
      <Panel>
        {url !== null && (
          <>
            <p>{texts.scanIt()}</p>
            <QrCode text={url} alt={texts.qrCode()} />
            <CopyLine text={url} what={texts.theAddress()} />
          </>
        )}
        <ActionButton page={page} action="/screen" tone="main">
          {url === null ? texts.makeAddress() : texts.makeAnother()}
        </ActionButton>
      </Panel>
    </Frame>
  )
}
