/** The realtime channel of a store: its address, its token, the clients that are connected. */

import { WS_TOKEN_PREFIX } from '../../../contract/limits.ts'
import { secretHint } from '../../../shared/secret.ts'
import { Copyable } from '../../../web/components/command-line.tsx'
import { Empty } from '../../../web/components/empty.tsx'
import { ActionButton } from '../../../web/components/form.tsx'
import { Columns, PageHeader, Panel } from '../../../web/components/header.tsx'
import { Table } from '../../../web/components/table.tsx'
import { Time } from '../../../web/components/value.tsx'
import type { Answer } from '../../../web/page.ts'
import { rotateToken } from '../realtime.ts'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { Facts } from './view.tsx'

export function WebSocketPage(visit: Visit) {
  const { page, store, stores } = visit
  const path = pathOf(store, 'websocket')
  return (
    <Frame visit={visit} title="WebSocket" section="WebSocket">
      <PageHeader
        title="WebSocket"
        lead="The same events as by webhook, over one connection."
        actions={
          <ActionButton page={page} action={`${path}/test`} tone="main">
            Send connection.test
          </ActionButton>
        }
      />
      <Columns
        aside={
          <Panel title="Connection">
            <Facts
              facts={[
                ['Address', <Copyable text={stores.accessTo(store).realtimeUrl} what="the address" />],
                ['Token', <code>{secretHint(WS_TOKEN_PREFIX, store.wsToken)}</code>],
              ]}
            />
            <ActionButton
              page={page}
              action={`${path}/rotate`}
              tone="danger"
              confirm={{
                title: 'Make a new token?',
                text: 'The old one is refused from now on, and its connections are closed.',
                button: 'Make a new token',
              }}
            >
              Make a new token
            </ActionButton>
          </Panel>
        }
      >
        <Panel title="Connected clients" flush>
          <Clients {...visit} />
        </Panel>
      </Columns>
    </Frame>
  )
}

function Clients({ store, stores, realtime }: Visit) {
  return (
    <Table
      label="Connected clients, the longest connected first"
      columns={[{ header: 'Connected' }, { header: 'Started after' }, { header: 'Last event sent' }]}
      rows={realtime.clients(store.id).map(({ since, after, sent }, index) => ({
        id: `client-${index}`,
        cells: [<Time at={since} />, <code>{after}</code>, <code>{sent}</code>],
      }))}
      empty={
        <Empty
          title="Nobody is connected"
          text="Connect from a terminal, then send connection.test."
          command={`pixctl events tail --profile ${stores.profileOf(store.name) ?? 'sandbox'}`}
        />
      }
    />
  )
}

/** Writes a `connection.test`, as the JSON call does. */
export function testConnection({ page, store, realtime }: Visit): Answer {
  const { sequence, clients } = realtime.test(store.id)
  const who = clients === 1 ? '1 client gets it' : `${clients} clients get it`
  page.notice('ok', `connection.test has the sequence ${sequence}: ${who}.`)
  return page.seeOther(pathOf(store, 'websocket'))
}

/** Makes a new token, as the JSON call does, and shows it once. */
export async function rotate(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  page.secret({ label: 'WebSocket token', value: await rotateToken(visit, store) })
  return page.seeOther(pathOf(store, 'websocket'))
}
