/** A site with every component, for the tests of src/web and for looking at them. */

import { join } from 'node:path'
import { Empty } from '#web/components/empty.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { PageError } from '#web/page.ts'
import { Site, type SiteOptions } from '#web/site.tsx'
import { FakeClock } from '../support/clock.ts'
import { Charge, Charges } from './demo-charges.tsx'
import { type DemoData, demoData } from './demo-data.ts'
import { Frame } from './demo-frame.tsx'
import { Keys } from './demo-keys.tsx'

export const DIST_WEB = join(import.meta.dirname, '../../dist/web')

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
    const path = `/charges/${page.param('id')}`
    const text = 'A failed charge can not be paid.'
    const question = page.ask({ title: 'Let it fail?', text, button: 'Let it fail' }, path)
    if (question) return question
    const charge = data.charges.find(each => each.id === page.param('id'))
    if (charge) charge.status = 'FAILED'
    return page.seeOther(path)
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
