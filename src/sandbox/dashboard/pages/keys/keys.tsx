/** The API keys of a store. */

import type { SandboxKey } from '#contract/generated/output.ts'
import { PERMISSIONS } from '#contract/states.ts'
import { ActionButton, ActionForm, Button, Checkboxes, SelectField } from '#web/components/form.tsx'
import { Columns, PageHeader, Panel } from '#web/components/header.tsx'
import { Status } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { FormProblem, fieldsOf, NO_PROBLEMS, type Problems } from '#web/problems.tsx'
import * as operations from '../../../control/operations.ts'
import { listKeys } from '../../../core/keys.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { attempted } from '../problems.ts'
import { texts } from './texts.ts'

/** In seconds. A minute is long enough to see a key expire. */
const expiries = () => [
  { value: '', label: texts.never() },
  { value: '60', label: texts.minute() },
  { value: '3600', label: texts.hour() },
  { value: '86400', label: texts.day() },
  { value: '2592000', label: texts.days(30) },
  { value: '31536000', label: texts.days(365) },
]

/** Creates a key, and shows it once. */
export async function addKey(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const expiry = page.field('expires')
  const wanted = { permissions: page.fields('permission'), ...(expiry ? { expiresIn: Number(expiry) } : {}) }
  const { apiKey } = await attempted(() => operations.createKey(visit, store, wanted), {
    invalid_permissions: 'permission',
    invalid_expiry: 'expires',
  })
  page.secret({ label: texts.apiKey(), value: apiKey })
  return page.seeOther(pathOf(store, 'keys'))
}

export function revoke(visit: Visit): Answer {
  const { page, store, database } = visit
  const id = page.param('id')
  const asked = listKeys(database, store.id).find(key => key.id === id)
  if (asked) {
    const { key } = asked
    const confirm = { title: texts.revokeAsked(), text: texts.revokeMeans(key), button: texts.revoke() }
    const question = page.ask(confirm, pathOf(store, 'keys'))
    if (question) return question
  }
  const { key } = operations.revokeKey(visit, store, id)
  page.notice('ok', texts.revoked(key))
  return page.seeOther(pathOf(store, 'keys'))
}

export function Keys(visit: Visit, problems: Problems = NO_PROBLEMS) {
  const { page, store, database } = visit
  return (
    <Frame visit={visit} title={texts.title()} section="keys">
      <PageHeader title={texts.title()} lead={texts.lead()} />
      <Columns
        aside={
          <Panel title={texts.newKey()}>
            <ActionForm page={page} action={pathOf(store, 'keys')}>
              <FormProblem problems={problems} />
              <Checkboxes
                name="permission"
                legend={texts.permissions()}
                values={page.isPosted ? page.fields('permission') : PERMISSIONS}
                options={PERMISSIONS.map(value => ({ value, label: texts.may[value](), hint: value }))}
                error={problems.permission}
              />
              <SelectField
                {...fieldsOf(page, problems)('expires')}
                label={texts.expires()}
                options={expiries()}
              />
              <Button>{texts.create()}</Button>
            </ActionForm>
          </Panel>
        }
      >
        <Panel title={texts.keys()} flush>
          <KeyTable visit={visit} keys={listKeys(database, store.id).toReversed()} />
        </Panel>
      </Columns>
    </Frame>
  )
}

function KeyTable({ visit: { page, store }, keys }: { visit: Visit; keys: readonly SandboxKey[] }) {
  return (
    <Table
      label={texts.newestFirst()}
      columns={[
        { header: texts.key() },
        { header: texts.state() },
        { header: texts.permissions() },
        { header: texts.created(), minor: true },
      ]}
      rows={keys.map(key => ({
        id: key.id,
        cells: [
          <code class="whole">{key.key}</code>,
          <KeyState of={key} now={page.now} />,
          key.permissions.map((permission, index) => (
            <>
              {index > 0 && ', '}
              <span class="whole">{permission}</span>
            </>
          )),
          <Time at={key.createdAt} />,
        ],
        actions: key.revokedAt === null && (
          <ActionButton
            page={page}
            action={pathOf(store, 'keys', key.id, 'revoke')}
            tone="danger"
            label={texts.revokeThis(key.key)}
          >
            {texts.revoke()}
          </ActionButton>
        ),
      }))}
    />
  )
}

function KeyState({ of: { revokedAt, expiresAt }, now }: { of: SandboxKey; now: number }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  const word = revokedAt === null ? (isExpired ? 'expired' : 'active') : 'revoked'
  const end = revokedAt ?? expiresAt
  return (
    <>
      <Status word={word} />{' '}
      {end && (
        <small>
          {word === 'active' ? texts.until() : texts.on()} <Time at={end} />
        </small>
      )}
    </>
  )
}
