/** The API keys of a store. */

import { PERMISSIONS } from '../../../contract/states.ts'
import { CommandLine, Copyable } from '../../../web/components/command-line.tsx'
import { ActionButton, ActionForm, Button, Checkboxes, SelectField } from '../../../web/components/form.tsx'
import { Columns, PageHeader, Panel } from '../../../web/components/header.tsx'
import { Status } from '../../../web/components/status.tsx'
import { Table } from '../../../web/components/table.tsx'
import { Time } from '../../../web/components/value.tsx'
import type { Answer } from '../../../web/page.ts'
import { findKey, type KeySummary, listKeys, revokeKey } from '../../core/keys.ts'
import { createKey } from '../keys.ts'
import { Frame, pathOf, type Visit } from './frame.tsx'
import { attempted, NO_PROBLEMS, type Problems } from './problems.ts'
import { Facts, FormProblem } from './view.tsx'

const MAY = {
  'payments:create': 'Create charges',
  'payments:read': 'Read charges',
  'balance:read': 'Read the balance',
} as const

/** In seconds. A minute is long enough to see a key expire. */
const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '60', label: 'In 1 minute' },
  { value: '3600', label: 'In 1 hour' },
  { value: '86400', label: 'In 1 day' },
  { value: '2592000', label: 'In 30 days' },
  { value: '31536000', label: 'In 365 days' },
]

export function Keys(visit: Visit) {
  return <KeysPage visit={visit} problems={NO_PROBLEMS} permissions={PERMISSIONS} />
}

/** Creates a key, as the JSON call does, and shows it once. */
export async function addKey(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const permissions = page.fields('permission')
  const expiry = page.field('expires')
  const wanted = { permissions, ...(expiry ? { expiresIn: Number(expiry) } : {}) }
  const outcome = await attempted(() => createKey(visit, store.id, wanted), {
    invalid_permissions: 'permission',
    invalid_expiry: 'expires',
  })
  if ('problems' in outcome) {
    return page.invalid(<KeysPage {...{ visit, permissions, problems: outcome.problems }} />)
  }
  page.secret({ label: 'API key', value: outcome.result.apiKey })
  return page.seeOther(pathOf(store, 'keys'))
}

/** Revokes a key, as the JSON call does. */
export function revoke(visit: Visit): Answer {
  const { page, store, database, clock } = visit
  const id = page.param('id')
  const isOfProfile = id === idOfProfileKey(visit)
  const { hint } = revokeKey(database, store.id, id, clock.now())
  page.notice('ok', `${hint} is revoked: calls with it are refused with 401.`)
  if (isOfProfile) page.notice('warning', `The profile ${profileOf(visit)} has no valid key now. ${NEW_KEY}`)
  return page.seeOther(pathOf(store, 'keys'))
}

interface KeysPageProps {
  visit: Visit
  problems: Problems
  /** Those that are checked in the form. */
  permissions: readonly string[]
}

function KeysPage({ visit, problems, permissions }: KeysPageProps) {
  const { page, store, database } = visit
  return (
    <Frame visit={visit} title="API keys" section="API keys">
      <PageHeader title="API keys" lead="A key is shown once, when it is made. Only its end is kept." />
      <Columns
        aside={
          <Panel title="New key">
            <ActionForm page={page} action={pathOf(store, 'keys')}>
              <FormProblem problems={problems} />
              <Checkboxes
                name="permission"
                legend="Permissions"
                values={permissions}
                options={PERMISSIONS.map(value => ({ value, label: MAY[value], hint: value }))}
                error={problems.permission}
              />
              <SelectField
                name="expires"
                label="Expires"
                value={page.field('expires')}
                options={EXPIRIES}
                error={problems.expires}
              />
              <Button>Create key</Button>
            </ActionForm>
          </Panel>
        }
      >
        <Panel title="Keys" flush>
          <KeyTable visit={visit} keys={listKeys(database, store.id).toReversed()} />
        </Panel>
        <Usage {...visit} />
      </Columns>
    </Frame>
  )
}

/** How a program uses a key. */
function Usage({ store, stores }: Visit) {
  const { baseUrl } = stores.accessTo(store)
  return (
    <Panel title="Use a key">
      <Facts
        facts={[
          ['Base URL', <Copyable text={baseUrl} what="the base URL" />],
          ['Header', <code>Authorization: Bearer API_KEY</code>],
        ]}
      />
      <p class="hint">With a key in the variable API_KEY of a shell, this calls the service:</p>
      <CommandLine command={`printf 'Authorization: Bearer %s' "$API_KEY" | curl -H @- ${baseUrl}/status`} />
    </Panel>
  )
}

const NEW_KEY = 'When the sandbox is started again, it makes a new one for it.'

function profileOf({ store, stores }: Visit): string {
  return stores.profileOf(store.name) ?? 'sandbox'
}

/** The key that the store's profile has; undefined if it was revoked. */
function idOfProfileKey({ store, database }: Visit): string | undefined {
  return findKey(database, store.apiKey)?.id
}

function KeyTable({ visit, keys }: { visit: Visit; keys: readonly KeySummary[] }) {
  const { page, store } = visit
  const ofProfile = idOfProfileKey(visit)
  return (
    <Table
      label="API keys, newest first"
      columns={[
        { header: 'Key' },
        { header: 'State' },
        { header: 'Permissions' },
        { header: 'Created', minor: true },
      ]}
      rows={keys.map(key => ({
        id: key.id,
        cells: [
          <>
            <code class="whole">{key.hint}</code>
            {key.id === ofProfile && <small class="below">profile {profileOf(visit)}</small>}
          </>,
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
            label={`Revoke ${key.hint}`}
            confirm={{
              title: 'Revoke this key?',
              text: `${key.id === ofProfile ? `It is the key of the profile ${profileOf(visit)}. ${NEW_KEY} ` : ''}Calls with ${key.hint} are refused from now on. This can't be undone.`,
              button: 'Revoke',
            }}
          >
            Revoke
          </ActionButton>
        ),
      }))}
    />
  )
}

function KeyState({ of: { revokedAt, expiresAt }, now }: { of: KeySummary; now: number }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <>
      <Status word={revokedAt === null ? (isExpired ? 'expired' : 'active') : 'revoked'} />{' '}
      {revokedAt !== null && (
        <small>
          on <Time at={revokedAt} />
        </small>
      )}
      {revokedAt === null && expiresAt !== null && (
        <small data-refresh-at={isExpired ? undefined : expiresAt}>
          {isExpired ? 'on' : 'until'} <Time at={expiresAt} />
        </small>
      )}
    </>
  )
}
