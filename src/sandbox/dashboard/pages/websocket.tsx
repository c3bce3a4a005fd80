/** The realtime channel of a store: its address, its token, the clients that are connected. */

import { WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { secretHint } from '#lib/secret.ts'
import { Copyable } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Fields } from '#web/components/fields.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { rotateToken } from '../../control/operations.ts'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

export function WebSocketPage(visit: Visit) {
  const { page, store, stores } = visit
  const path = pathOf(store, 'websocket')
  return (
    <Frame visit={visit} title={texts.webSocket()} section="webSocket">
      <PageHeader
        title={texts.webSocket()}
        lead={texts.webSocketLead()}
        actions={
          <ActionButton page={page} action={`${path}/test`} tone="main">
            {texts.sendTest()}
          </ActionButton>
        }
      />
      <Columns
        aside={
          <Panel title={texts.connection()}>
            <Fields
              fields={[
                [
                  texts.address(),
                  <Copyable text={stores.accessTo(store).realtimeUrl} what={texts.theAddress()} />,
                ],
                [texts.token(), <code>{secretHint(WS_TOKEN_PREFIX, store.wsToken)}</code>],
              ]}
            />
            <ActionButton page={page} action={`${path}/rotate`} tone="danger">
              {texts.makeToken()}
            </ActionButton>
          </Panel>
        }
      >
        <Panel title={texts.clients()} flush>
          <Clients {...visit} />
        </Panel>
      </Columns>
    </Frame>
  )
}

function Clients({ store, stores, realtime }: Visit) {
  return (
    <Table
      label={texts.clientsOldestFirst()}
      columns={[
        { header: texts.connected() },
        { header: texts.startedAfter() },
        { header: texts.lastSent() },
      ]}
      rows={realtime.clients(store.id).map(({ since, after, sent }, index) => ({
        id: `client-${index}`,
        cells: [<Time at={since} />, <code>{after}</code>, <code>{sent}</code>],
      }))}
      empty={
        <Empty
          title={texts.nobody()}
          text={texts.connectFirst()}
          command={`pixctl events tail --profile ${stores.profileOf(store) ?? 'sandbox'}`}
        />
      }
    />
  )
}

export function testConnection({ page, store, realtime }: Visit): Answer {
  const { sequence, clients } = realtime.test(store.id)
  page.notice('ok', texts.testSent(sequence, clients))
  return page.seeOther(pathOf(store, 'websocket'))
}

/** Makes a new token, and shows it once. */
export async function rotate(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const confirm = { title: texts.makeTokenAsked(), text: texts.oldTokenRefused(), button: texts.makeToken() }
  const question = page.ask(confirm, pathOf(store, 'websocket'))
  if (question) return question
  page.secret({ label: texts.webSocketToken(), value: await rotateToken(visit, store) })
  return page.seeOther(pathOf(store, 'websocket'))
}
