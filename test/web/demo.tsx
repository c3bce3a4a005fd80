/** A small site for the tests of src/web. */

import { join } from 'node:path'
import { centavos } from '#contract/money.ts'
import { CommandLine, Copyable } from '#web/components/command-line.tsx'
import { FilterBar } from '#web/components/filter.tsx'
import { ActionButton, ActionForm, Button, Checkboxes, TextField } from '#web/components/form.tsx'
import { PageHeader } from '#web/components/header.tsx'
import { Shell } from '#web/components/shell.tsx'
import { Table } from '#web/components/table.tsx'
import { Countdown, Money } from '#web/components/value.tsx'
import type { PageContext } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import { Site, type SiteOptions } from '#web/site.tsx'
import { FakeClock } from '../support/clock.ts'

const DIST_WEB = join(import.meta.dirname, '../../dist/web')

/** What the pages show, for tests to change. */
export interface DemoData {
  charges: { id: string; status: string; amount: number; description: string }[]
}

export function demoData(): DemoData {
  const statuses = ['PAID', 'PENDING', 'EXPIRED', 'FAILED', 'CREATING', 'PAID', 'PENDING', 'EXPIRED']
  return {
    charges: statuses.map((status, index) => ({
      id: `pay_8fK2${index}xQ9mZ`,
      status,
      amount: 1050 * 7 ** (index % 6),
      description: `Pedido ${1042 + index}`,
    })),
  }
}

export function demoSite({
  data = demoData(),
  ...options
}: Partial<SiteOptions> & { data?: DemoData } = {}): Site {
  const site = new Site({
    product: 'pixctl demo',
    openCommand: 'pixctl demo open',
    port: 4011,
    assetsFolder: DIST_WEB,
    clock: new FakeClock('2026-11-20T17:05:00Z'),
    watch: () => () => {},
    errorPage: (page, error) => (
      <Frame page={page} title={error.title}>
        {error.message}
      </Frame>
    ),
    onFault: fault => {
      throw fault
    },
    ...options,
  })
  const chargeOf = (page: PageContext) => {
    const charge = data.charges.find(({ id }) => id === page.param('id'))
    if (!charge) throw new PageError(404, 'No such charge', 'It may be one of another store.')
    return charge
  }
  site.get('/', page => <Charges {...{ page, data }} />)
  site.get('/charges/:id', page => <Charge page={page} charge={chargeOf(page)} />)
  site.get('/keys', page => <Keys page={page} />)
  site.get('/empty', page => (
    <Frame page={page} title="Webhooks">
      <CommandLine command="pixctl sandbox webhook add http://127.0.0.1:4242/" />
    </Frame>
  ))
  site.get('/broken', () => {
    throw new Error('secret details')
  })
  site.post('/charges/:id/pay', page => {
    const charge = chargeOf(page)
    charge.status = 'PAID'
    page.notice('ok', 'The charge is paid.')
    return page.seeOther(`/charges/${charge.id}`)
  })
  site.post('/charges/:id/fail', page => {
    const charge = chargeOf(page)
    const path = `/charges/${charge.id}`
    const text = 'A failed charge can not be paid.'
    const question = page.ask({ title: 'Let it fail?', text, button: 'Let it fail' }, path)
    if (question) return question
    charge.status = 'FAILED'
    return page.seeOther(path)
  })
  site.post('/keys', page => {
    if (page.field('name') === '') return page.invalid(<Keys page={page} error="A name is needed." />)
    page.secret({ label: 'API key', value: 'sk_sandbox_51f0c2a7e9d84b6f' })
    page.notice('ok', `The key ${page.field('name')} was made.`)
    return page.seeOther('/keys')
  })
  return site
}

export function Frame({ page, title, children }: { page: PageContext; title: string; children?: unknown }) {
  const nav = [
    { label: 'Charges', href: '/', current: page.path === '/' },
    { label: 'API keys', href: '/keys', current: page.path === '/keys' },
  ]
  return (
    <Shell {...{ page, title, nav }} product="pixctl demo" keys={[['r', 'Send again']]}>
      <PageHeader title={title} />
      {children as never}
    </Shell>
  )
}

function Charges({ page, data }: { page: PageContext; data: DemoData }) {
  const search = page.query('search')
  return (
    <Frame page={page} title="Charges">
      <FilterBar action="/" search={search} searchIn="id, description" isSet={search !== ''} />
      <Table
        label="Charges"
        columns={[{ header: 'Charge' }, { header: 'Status' }, { header: 'Description' }]}
        rows={data.charges.map(({ id, status, description }) => ({
          id,
          href: `/charges/${encodeURIComponent(id)}`,
          cells: [<code>{id}</code>, status, description],
          actions: (
            <ActionButton page={page} action={`/charges/${id}/pay`} hotkey="r">
              {'Send again'}
            </ActionButton>
          ),
        }))}
      />
    </Frame>
  )
}

function Charge({ page, charge }: { page: PageContext; charge: DemoData['charges'][0] }) {
  return (
    <Frame page={page} title={`Charge ${charge.status}`}>
      <p>{charge.description}</p>
      <Money amount={centavos(charge.amount)} />
      <Copyable text={charge.id} what="the id" />
      <Countdown to="2026-11-20T17:33:22Z" now={page.now} />
      <ActionButton page={page} action={`/charges/${charge.id}/fail`} tone="danger">
        {'Let fail'}
      </ActionButton>
    </Frame>
  )
}

function Keys({ page, error }: { page: PageContext; error?: string }) {
  return (
    <Frame page={page} title="API keys">
      <ActionButton page={page} action="/keys/key_1/revoke">
        {'Revoke'}
      </ActionButton>
      <ActionForm page={page} action="/keys">
        <TextField name="name" label="Name" value={page.field('name')} hint="Only for you." error={error} />
        <Checkboxes
          name="permission"
          legend="Permissions"
          values={[]}
          options={[{ value: 'payments:create', label: 'Create charges' }]}
        />
        <Button>Make the key</Button>
      </ActionForm>
    </Frame>
  )
}
