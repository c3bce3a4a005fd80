/** The dashboard's page of API keys. */

import { describe, expect, it } from 'vitest'
import { formsOf, MAIN, startDashboard } from './pages.ts'

describe('API keys', () => {
  const KEYS = `${MAIN}/keys`

  it('are shown once, may what was chosen, and end by their time or by revoking', async () => {
    const { person, api, clock } = await startDashboard()
    const made = await person.act(KEYS, KEYS, { permission: ['payments:read'], expires: '60' })
    const [apiKey] = /service_live_[0-9a-f]{48}/.exec(made.text)!
    expect((await person.get(KEYS)).text).not.toContain(apiKey)
    const headers = { Authorization: `Bearer ${apiKey}` }
    expect((await api('/status', { headers })).body.data.permissions).toEqual(['payments:read'])
    clock.advance(60_000)
    expect((await api('/status', { headers })).status).toBe(401)
    const expired = await person.get(KEYS)
    expect(expired.text).toContain(`service_live_…${apiKey.slice(-4)} expired`)

    const other = await person.act(KEYS, KEYS, { permission: ['balance:read'], expires: '' })
    const [second] = /service_live_[0-9a-f]{48}/.exec(other.text)!
    const page = await person.get(KEYS)
    const [revoke] = formsOf(page.html).filter(({ action }) => action.endsWith('/revoke'))
    expect(revoke?.html).toContain(`aria-label="Revoke service_live_…${second.slice(-4)}"`)
    const asked = await person.send(revoke!.action, revoke!.hidden)
    expect(asked.text).toContain('Revoke this key?')
    expect(asked.html).toContain(`href="${KEYS}"`)
    expect((await api('/balance', { headers: { Authorization: `Bearer ${second}` } })).status).toBe(200)
    const after = await person.act(KEYS, revoke!.action)
    expect(after.text).toContain('revoked on')
    expect((await api('/balance', { headers: { Authorization: `Bearer ${second}` } })).status).toBe(401)
  })

  it('need a permission', async () => {
    const { person, control } = await startDashboard()
    const refused = await person.submit(KEYS, KEYS, { permission: [] })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Permissions must be one or more of')
    expect(refused.html).not.toMatch(/type="checkbox"[^>]*checked/)
    expect((await control('/keys')).body.data).toHaveLength(1)
  })
})
