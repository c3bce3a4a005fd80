/** The pages of charges of the demo site. */

import { centavos } from '#contract/money.ts'
import { Code, Json } from '#web/components/code.tsx'
import { CommandLine, Copyable } from '#web/components/command-line.tsx'
import { Fields } from '#web/components/fields.tsx'
import { FilterBar, FilterChoice, Pager } from '#web/components/filter.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { Columns, Halves, PageHeader, Panel, Stats } from '#web/components/header.tsx'
import { HttpStatus, Status } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Timeline } from '#web/components/timeline.tsx'
import { Countdown, Duration, Money, Time } from '#web/components/value.tsx'
import { PageError } from '#web/page.ts'
import type { DemoData } from './demo-data.ts'
import { Frame, type FrameProps } from './demo-frame.tsx'

const BODY =
  '{"id":"evt_01JD","type":"payment.paid","createdAt":"2026-11-20T17:03:22.123Z","data":{"id":"pay_8fK2","amount":1234.50,"fee":12.3,"passFee":false,"description":"Pedido n\u00ba 1042","paidAt":null,"items":[]}}'

export function Charges({ page, data, stores }: FrameProps & { data: DemoData }) {
  const search = page.query('search')
  return (
    <Frame {...{ page, stores }} title="Charges">
      <PageHeader
        title="Charges"
        lead="What customers were asked to pay, newest first."
        actions={
          <ActionButton page={page} action="/charges" tone="main">
            {'New charge'}
          </ActionButton>
        }
      />
      <Stats
        items={[
          { label: 'Balance', value: <Money amount={centavos(1_234_567)} />, note: 'can be withdrawn' },
          { label: 'Paid today', value: <Money amount={centavos(105_000)} />, note: '12 charges' },
          { label: 'Fees today', value: <Money amount={centavos(1_240)} /> },
          { label: 'Pending', value: '3' },
        ]}
      />
      <FilterBar action="/" search={search} searchIn="id, description" isSet={search !== ''}>
        <FilterChoice
          name="status"
          label="Status"
          value={page.query('status')}
          options={[
            { value: '', label: 'All' },
            { value: 'PAID', label: 'PAID' },
          ]}
        />
      </FilterBar>
      <Panel flush>
        <Table
          label="Charges"
          columns={[
            { header: 'Charge' },
            { header: 'Status' },
            { header: 'Amount', align: 'end' },
            { header: 'Description', minor: true },
            { header: 'Created' },
          ]}
          rows={data.charges.map(charge => ({
            id: charge.id,
            href: `/charges/${encodeURIComponent(charge.id)}`,
            cells: [
              <code>{charge.id}</code>,
              <Status word={charge.status} />,
              <Money amount={centavos(charge.amount)} />,
              charge.description,
              <Time at={charge.createdAt} />,
            ],
            actions: (
              <ActionButton page={page} action={`/charges/${charge.id}/pay`} hotkey="r">
                {'Send again'}
              </ActionButton>
            ),
          }))}
        />
        <Pager previous={null} next="/?page=2" text="1 to 8 of 1234" />
      </Panel>
    </Frame>
  )
}

export function Charge({ page, data, stores }: FrameProps & { data: DemoData }) {
  const charge = data.charges.find(({ id }) => id === page.param('id'))
  if (!charge) throw new PageError(404, 'No such charge', 'It may be one of another store.')
  const end = Date.parse('2026-11-20T17:33:22Z')
  return (
    <Frame {...{ page, stores }} title={`Charge ${charge.id}`}>
      <PageHeader
        back={{ label: 'Charges', href: '/' }}
        title={<Money amount={centavos(charge.amount)} />}
        badge={<Status word={charge.status} />}
        lead={charge.description}
        actions={
          <>
            <ActionButton page={page} action={`/charges/${charge.id}/pay`} tone="main">
              {'Pay'}
            </ActionButton>
            <ActionButton page={page} action={`/charges/${charge.id}/fail`} tone="danger">
              {'Let fail'}
            </ActionButton>
          </>
        }
      />
      <Columns
        aside={
          <Panel title="Charge">
            <Fields
              fields={[
                ['Id', <Copyable text={charge.id} what="the id" />],
                ['Created', <Time at={charge.createdAt} />],
                ['Expires in', <Countdown to={end} now={page.now} />],
                ['Took', <Duration ms={1234} />],
                ['Paid', <Time at={null} />],
              ]}
            />
          </Panel>
        }
      >
        <Panel title="Delivery" lead="The event payment.paid to http://127.0.0.1:4242/">
          <Timeline
            label="Attempts"
            moments={[
              ...([500, null, 404, 204] as const).map((status, index) => ({
                tone: status === 204 ? ('good' as const) : ('bad' as const),
                title: (
                  <>
                    Attempt {index + 1} <HttpStatus status={status} />
                  </>
                ),
                when: <Duration ms={112} />,
                children: status === 500 && (
                  <Code label="Answer" text={'Traceback (most recent call last):\n  File "app.py"'} />
                ),
              })),
              { tone: 'busy', title: 'Next attempt', when: 'in 12 min' },
            ]}
          />
        </Panel>
        <Halves>
          <Json label="Body" text={BODY} />
        </Halves>
        <Panel title="Headers">
          <Fields
            look="headers"
            fields={[
              ['Content-Type', 'application/json'],
              ['X-Service-Signature', `t=1763658202,v1=${'ab12'.repeat(16)}`],
            ]}
          />
        </Panel>
        <CommandLine command={`pixctl charges get ${charge.id}`} />
      </Columns>
    </Frame>
  )
}
