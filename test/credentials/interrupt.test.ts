import { expect, it } from 'vitest'
import { openKeychain } from '#credentials/keychain.ts'
import { systemClock } from '#lib/clock.ts'
import { Stopped } from '#lib/failure.ts'

it('stops waiting for a silent keychain when the user interrupts', async () => {
  const controller = new AbortController()
  const reason = new Stopped('interrupted')
  const never = () => new Promise<never>(() => controller.abort(reason))
  const keychain = openKeychain({
    clock: systemClock,
    signal: controller.signal,
    load: async () => ({ getPassword: never, setPassword: never, deletePassword: never }),
  })
  await expect(keychain.get('default', 'api-key')).rejects.toBe(reason)
  // The process must be ended in another way than by process.exit().
  expect(keychain.unanswered).toBe(1)
})
