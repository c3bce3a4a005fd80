/** The page of API keys of the demo site, with a form of every kind of field. */

import {
  ActionButton,
  ActionForm,
  Button,
  Checkboxes,
  SelectField,
  TextField,
} from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Status } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Frame, type FrameProps } from './demo-frame.tsx'

export function Keys({ page, stores, error }: FrameProps & { error?: string }) {
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
