/** A secret never shows in what Node and its libraries trace; without that: test/commands/secrets.test.ts. */

import { describe, expect, it } from 'vitest'
import { itHidesSecrets } from '../support/hiding.ts'
import { Machine } from '../support/pixctl.ts'
import { openStore } from '../support/store.ts'

const TRACING = { DEBUG: '*', NODE_DEBUG: '*' }

describe.each<[string, string[]]>([
  ['DEBUG=* NODE_DEBUG=*', []],
  ['all of them', ['--debug']],
])('%s', (_name, flags) => {
  itHidesSecrets(env => new Machine(env), TRACING, flags)
})

describe("the sandbox's own secrets", async () => {
  const store = await openStore()

  it('are shown once by key create, and never again, traced or not', async () => {
    const env = { ...TRACING }
    const made = await store.pixctl(['sandbox', 'key', 'create', '--json', '--debug'], { env })
    const { apiKey } = JSON.parse(made.stdout)
    expect(apiKey).toMatch(/^service_live_/)
    expect(made.stderr).not.toContain(apiKey)
    const list = await store.pixctl(['sandbox', 'key', 'list', '--debug'], { env })
    expect(list.code).toBe(0)
    expect(list.stdout + list.stderr).not.toContain(apiKey)
    expect(made.stderr + list.stderr).not.toContain(store.sandbox.apiKey)
  })
})
