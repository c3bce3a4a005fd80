/** A site with every component, for the tests of src/web and for looking at them. */

import { join } from 'node:path'
import { centavos } from '../../src/contract/money.ts'
import { Code, HeaderList, Hex, Json } from '../../src/web/components/code.tsx'
import { CommandLine, Copyable } from '../../src/web/components/command-line.tsx'
import { Empty } from '../../src/web/components/empty.tsx'
import { Fields } from '../../src/web/components/fields.tsx'
import { FilterBar, FilterChoice, Pager } from '../../src/web/components/filter.tsx'
import {
  ActionButton,
  ActionForm,
  Button,
  Checkboxes,
  SelectField,
  TextField,
} from '../../src/web/components/form.tsx'
import { Columns, Halves, PageHeader, Panel, Stats } from '../../src/web/components/header.tsx'
import { Shell, StoreSwitcher } from '../../src/web/components/shell.tsx'
import { HttpStatus, Status } from '../../src/web/components/status.tsx'
import { Table } from '../../src/web/components/table.tsx'
import { Timeline } from '../../src/web/components/timeline.tsx'
import { Countdown, Duration, Money, Time } from '../../src/web/components/value.tsx'
import type { PageContext } from '../../src/web/page.ts'
import { PageError } from '../../src/web/page.ts'
import { Site, type SiteOptions } from '../../src/web/site.tsx'
import { FakeClock } from '../support/clock.ts'

export const DIST_WEB = join(import.meta.dirname, '../../dist/web')

/** What the pages show, for tests to change. */
export interface DemoData {
  charges: { id: string; status: string; amount: number; description: string; createdAt: string }[]
}

const BODY =
  '{"id":"evt_01JD","type":"payment.paid","createdAt":"2026-11-20T17:03:22.123Z","data":{"id":"pay_8fK2","amount":1234.50,"fee":12.3,"passFee":false,"description":"Pedido n\u00ba 1042","paidAt":null,"items":[]}}'

export function demoData(): DemoData {
  const statuses = ['PAID', 'PENDING', 'EXPIRED', 'FAILED', 'CREATING']
  return {
    charges: Array.from({ length: 8 }, (_, index) => ({
      id: `pay_8fK2${index}xQ9mZ`,
      status: statuses[index % statuses.length]!,
      amount: 1050 * 7 ** (index % 6),
      description:
        index === 2 ? 'A long description of an order with many words in it' : `Pedido ${1042 + index}`,
      createdAt: new Date(Date.parse('2026-11-20T17:03:22Z') - index * 3_600_000).toISOString(),
    })),
  }
}

export function demoSite(
  options: Partial<SiteOptions> & { data?: DemoData; stores?: readonly string[] } = {},
): Site {
  const { data = demoData(), stores = ['main', 'loja-2'], ...rest } = options
  const frame = { stores }
  const site = new Site({
    product: 'pixctl demo',
    openCommand: 'pixctl demo open',
    port: 4011,
    assetsFolder: DIST_WEB,
    clock: new FakeClock('2026-11-20T17:05:00Z'),
    watch: () => () => {},
    errorPage: (page, error) => (
      <Frame page={page} title={error.title} {...frame}>
        <PageHeader title={error.title} lead={error.message} />
      </Frame>
    ),
    onFault: fault => {
      throw fault
    },
    ...rest,
  })
  site.get('/', page => <Charges {...{ page, data, ...frame }} />)
  site.get('/charges/:id', page => <Charge {...{ page, data, ...frame }} />)
  site.get('/keys', page => <Keys {...{ page, ...frame }} />)
  site.get('/empty', page => (
    <Frame page={page} title="Webhooks" {...frame}>
      <PageHeader title="Webhooks" />
      <Panel flush>
        <Table
          label="Endpoints"
          columns={[{ header: 'Address' }]}
          rows={[]}
          empty={
            <Empty
              title="No endpoint yet"
              text="Register an address, and every event is sent there with a signature."
              command="pixctl sandbox webhook add http://127.0.0.1:4242/"
            />
          }
        />
      </Panel>
    </Frame>
  ))
  site.get('/broken', () => {
    throw new Error('secret details')
  })
  site.post('/charges/:id/pay', page => {
    const charge = data.charges.find(each => each.id === page.param('id'))
    if (!charge) throw new PageError(404, 'No such charge', 'It may have been removed.')
    charge.status = 'PAID'
    page.notice('ok', 'The charge is paid.')
    return page.seeOther(`/charges/${charge.id}`)
  })
  site.post('/charges/:id/fail', page => {
    const charge = data.charges.find(each => each.id === page.param('id'))
    if (charge) charge.status = 'FAILED'
    return page.seeOther(`/charges/${page.param('id')}`)
  })
  site.post('/keys', page => {
    if (page.field('name') === '')
      return page.invalid(<Keys {...{ page, ...frame }} error="A name is needed." />)
    page.secret({ label: 'API key', value: 'sk_sandbox_51f0c2a7e9d84b6f' })
    page.notice('ok', `The key ${page.field('name')} was made.`)
    return page.seeOther('/keys')
  })
  return site
}

interface FrameProps {
  page: PageContext
  stores: readonly string[]
}

function Frame({ page, title, stores, children }: FrameProps & { title: string; children?: unknown }) {
  const { pathname } = page.url
  const nav = [
    { label: 'Charges', href: '/', current: pathname === '/' || pathname.startsWith('/charges') },
    { label: 'API keys', href: '/keys', current: pathname === '/keys' },
    { label: 'Webhooks', href: '/empty', current: pathname === '/empty', count: 3 },
    { label: 'WebSocket', href: '/websocket', current: false },
    { label: 'Faults', href: '/faults', current: false },
  ]
  const switcher = (
    <StoreSwitcher
      stores={stores.map((name, index) => ({ name, href: `/?store=${name}`, current: index === 0 }))}
    />
  )
  return (
    <Shell
      {...{ page, title, nav, switcher }}
      product="pixctl demo"
      badge="SANDBOX"
      keys={[['r', 'Send again']]}
    >
      {children as never}
    </Shell>
  )
}

function Charges({ page, data, stores }: FrameProps & { data: DemoData }) {
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

function Charge({ page, data, stores }: FrameProps & { data: DemoData }) {
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
            <ActionButton
              page={page}
              action={`/charges/${charge.id}/fail`}
              tone="danger"
              confirm={{
                title: 'Let it fail?',
                text: 'A failed charge can not be paid.',
                button: 'Let it fail',
              }}
            >
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
                { label: 'Id', value: <Copyable text={charge.id} what="the id" /> },
                { label: 'Created', value: <Time at={charge.createdAt} /> },
                { label: 'Expires in', value: <Countdown to={end} now={page.now} /> },
                { label: 'Took', value: <Duration ms={1234} /> },
                { label: 'Paid', value: <Time at={null} /> },
              ]}
            />
          </Panel>
        }
      >
        <Panel title="Delivery" lead="The event payment.paid to http://127.0.0.1:4242/">
          <Timeline
            label="Attempts"
            moments={[
              {
                tone: 'bad',
                title: (
                  <>
                    Attempt 1 <HttpStatus status={500} />
                  </>
                ),
                when: (
                  <>
                    14:03:22, <Duration ms={112} />
                  </>
                ),
                children: (
                  <Code label="Answer" text={'Traceback (most recent call last):\n  File "app.py"'} />
                ),
              },
              {
                tone: 'bad',
                title: (
                  <>
                    Attempt 2 <HttpStatus status={null} />
                  </>
                ),
                when: '14:04:22, 10 s',
              },
              {
                tone: 'warn',
                title: (
                  <>
                    Attempt 3 <HttpStatus status={404} />
                  </>
                ),
                when: '14:09:22, 8 ms',
              },
              {
                tone: 'good',
                title: (
                  <>
                    Attempt 4 <HttpStatus status={204} />
                  </>
                ),
                when: '14:19:22, 12 ms',
              },
              { tone: 'busy', title: 'Next attempt', when: 'in 12 min' },
            ]}
          />
        </Panel>
        <Halves>
          <Json label="Body" text={BODY} />
          <Hex label="Bytes" bytes={Buffer.from(BODY)} />
        </Halves>
        <Panel title="Headers">
          <HeaderList
            headers={[
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

function Keys({ page, stores, error }: FrameProps & { error?: string }) {
  return (
    <Frame {...{ page, stores }} title="API keys">
      <PageHeader title="API keys" lead="A program uses a key to call the service." />
      <Panel flush>
        <Table
          label="API keys"
          columns={[{ header: 'Key' }, { header: 'State' }, { header: 'Permissions' }]}
          rows={[
            {
              id: 'key_1',
              cells: [<code>sk_...4f2a</code>, <Status word="active" />, 'all'],
              actions: (
                <ActionButton page={page} action="/keys/key_1/revoke" tone="danger">
                  {'Revoke'}
                </ActionButton>
              ),
            },
            { id: 'key_2', cells: [<code>sk_...9c01</code>, <Status word="revoked" />, 'read'] },
          ]}
        />
      </Panel>
      <Panel title="New key">
        <ActionForm page={page} action="/keys">
          <TextField
            name="name"
            label="Name"
            value={page.field('name')}
            hint="Only for you."
            error={error}
            required
          />
          <SelectField
            name="expires"
            label="Expires"
            options={[
              { value: '', label: 'Never' },
              { value: '1h', label: 'In an hour' },
            ]}
          />
          <Checkboxes
            name="permission"
            legend="Permissions"
            values={['payments:read']}
            options={[
              { value: 'payments:read', label: 'Read charges', hint: 'payments:read' },
              { value: 'payments:create', label: 'Create charges', hint: 'payments:create' },
              { value: 'balance:read', label: 'Read the balance', hint: 'balance:read' },
            ]}
          />
          <div class="actions">
            <Button>Make the key</Button>
          </div>
        </ActionForm>
      </Panel>
    </Frame>
  )
}
