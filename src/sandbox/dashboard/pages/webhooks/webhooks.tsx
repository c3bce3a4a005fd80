/** The webhook endpoints of a store. */

import { EVENT_TYPES } from '#contract/delivery.ts'
import { Empty } from '#web/components/empty.tsx'
import { ActionForm, Button, Checkboxes, TextField } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import type { Answer } from '#web/page.ts'
import { FormProblem, fieldsOf, NO_PROBLEMS, type Problems } from '#web/problems.tsx'
import * as operations from '../../../control/operations.ts'
import { listEndpoints } from '../../../webhooks/endpoints.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { attempted } from '../problems.ts'
import { LastAnswer, secretHintOf } from '../shared.tsx'
import { texts } from './texts.ts'

/** Registers an endpoint, and shows its secret once. */
export async function addEndpoint(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const wanted = { url: page.field('url'), events: page.fields('event') }
  const { id, secret } = await attempted(() => operations.addEndpoint(visit, store, wanted), {
    invalid_url: 'url',
    invalid_events: 'event',
  })
  page.secret({ label: texts.signingSecret(), value: secret, note: texts.checksWithIt() })
  return page.seeOther(pathOf(store, 'webhooks', id))
}

export function Webhooks(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, store } = visit
  return (
    <Frame visit={visit} title={texts.title()} section="webhooks">
      <PageHeader title={texts.title()} lead={texts.lead()} />
      <Columns
        aside={
          <Panel title={texts.newEndpoint()}>
            <ActionForm page={page} action={pathOf(store, 'webhooks')}>
              <FormProblem problems={problems} />
              <TextField
                {...fieldsOf(page, problems)('url')}
                label="URL"
                type="url"
                inputmode="url"
                placeholder="http://127.0.0.1:4242/"
                hint={texts.urlHint()}
                required
              />
              <Checkboxes
                name="event"
                legend={texts.events()}
                hint={texts.noneIsAll()}
                values={page.fields('event')}
                options={EVENT_TYPES.map(value => ({ value, label: value }))}
                error={problems.event}
              />
              <Button>{texts.register()}</Button>
            </ActionForm>
          </Panel>
        }
      >
        <Panel title={texts.endpoints()} flush>
          <EndpointTable visit={visit} />
        </Panel>
      </Columns>
    </Frame>
  )
}

function EndpointTable({ visit }: { visit: Visit }) {
  const { store, stores, database } = visit
  return (
    <Table
      label={texts.oldestFirst()}
      columns={[
        { header: 'URL' },
        { header: texts.events() },
        { header: texts.secret() },
        { header: texts.delivered(), align: 'end' },
        { header: texts.pending(), align: 'end' },
        { header: texts.failed(), align: 'end' },
        { header: texts.lastAttempt(), minor: true },
      ]}
      rows={listEndpoints(database, store.id).map(endpoint => ({
        id: endpoint.id,
        href: pathOf(store, 'webhooks', endpoint.id),
        cells: [
          endpoint.url,
          endpoint.events.length > 0 ? endpoint.events.join(', ') : texts.allEvents(),
          <code>{secretHintOf(visit, endpoint.id)}</code>,
          String(endpoint.delivered),
          String(endpoint.pending),
          String(endpoint.failed),
          <LastAnswer attempt={endpoint.lastAttempt} />,
        ],
      }))}
      empty={
        <Empty
          title={texts.noEndpoint()}
          text={texts.registerFirst()}
          command={`pixctl webhook listen --profile ${stores.profileOf(store) ?? 'sandbox'}`}
        />
      }
    />
  )
}
