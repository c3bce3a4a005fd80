/** A listener with an inbox on PostgreSQL whose server crashes under load, or whose disk is full. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasDisks, smallDisk } from '../../e2e/disk.ts'
import { startListening } from '../../support/listening.ts'
import { describeOnPostgres, startPostgres } from '../../support/postgres.ts'
import { giveToPostgres } from '../../support/postgres-machine.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { volume } from '../../support/volume.ts'

/** The ids that the inbox keeps, each as often as it is there. */
async function keptIn(inbox: Awaited<ReturnType<typeof newSharedInbox>>): Promise<string[]> {
  const rows = await inbox.query<{ delivery: string }>('SELECT delivery FROM pixctl.deliveries')
  return rows.map(({ delivery }) => delivery.slice('dlv_'.length))
}

describeOnPostgres('under load', () => {
  it('nothing that was acknowledged is lost when the server crashes', async () => {
    const server = await startPostgres()
    const inbox = await newSharedInbox(server)
    const listening = await startListening(inbox.machine().host())
    const acknowledged: string[] = []
    const answers = new Set<number>()
    let stopped = false
    const send = async (sender: number) => {
      for (let n = 0; !stopped; n++) {
        const { status } = await deliver(listening.url, `${sender}_${n}`)
        answers.add(status)
        if (status === 204) acknowledged.push(`${sender}_${n}`)
      }
    }
    const senders = Array.from({ length: 8 }, (_, sender) => send(sender))
    for (let crash = 0; crash < volume(5, 2); crash++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
      await server.restart('immediate')
    }
    const last = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(last)
    stopped = true
    await Promise.all(senders)
    expect([...answers].sort()).toEqual([204, 503])
    const kept = await keptIn(inbox)
    expect(new Set(kept).size).toBe(kept.length)
    expect(acknowledged.filter(id => !kept.includes(id))).toEqual([])
  })
})

describe.skipIf(!hasDisks)('with a disk that is full', () => {
  describeOnPostgres('of the server', () => {
    it('answers 500, loses nothing, and goes on when there is room', async () => {
      const server = await startPostgres()
      const folder = join(server.socketFolder, 'small')
      const disk = smallDisk({ dataDir: folder })
      disk.grow()
      giveToPostgres(folder)
      await server.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
      await server.query('ALTER DATABASE template1 SET TABLESPACE small')
      await server.query(`ALTER SYSTEM SET default_tablespace = 'small'`)
      await server.query('SELECT pg_reload_conf()')
      const inbox = await newSharedInbox(server)
      const listening = await startListening(inbox.machine().host())
      const acknowledged: string[] = []
      const send = async (id: string) => {
        const { status } = await deliver(listening.url, id)
        if (status === 204) acknowledged.push(id)
        return status
      }
      expect(await send('first')).toBe(204)
      disk.fill()
      let n = 0
      // Pages that have room take some more.
      await expect.poll(() => send(`${n++}`), { interval: 0 }).toBe(500)
      await listening.says(
        /deliveries can't be saved \(the disk of the inbox .* is full\): they are answered 500/,
      )
      disk.empty()
      expect(await send('last')).toBe(204)
      expect((await keptIn(inbox)).sort()).toEqual(acknowledged.sort())
    })
  })
})
