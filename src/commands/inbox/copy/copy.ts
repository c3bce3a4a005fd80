/** `inbox copy`: copies the inbox on this machine to a shared one. */

import { type Context, type Flags, patienceOf } from '../../../cli/context/context.ts'
import { formatJson } from '../../../terminal/json.ts'
import { noAddress } from '../shared/no-address.ts'

export async function copy(context: Context, flags: Flags & { to?: string | undefined }): Promise<void> {
  const { host, out, folders } = context
  const [{ copyInbox }, { nameOfInbox }] = await Promise.all([
    import('../../../store/inbox/copy.ts'),
    import('../../../store/inbox/open.ts'),
  ])
  const { profile } = context.profile()
  const to = flags.to === undefined ? await context.sharedInbox() : context.inboxAt(flags.to, '--to')
  if (to === null) throw noAddress('--to')
  const isHere = await context.hasState()
  const from = { dataDir: folders.data, profile }
  const name = await nameOfInbox({ ...from, shared: to })
  out.note(`profile ${profile}: to ${name}`)
  let pending = 0
  const copied = await copyInbox({
    from,
    to,
    clock: host.clock,
    waiting: {
      signal: host.signal,
      patienceMs: patienceOf(flags),
      onAway: reason => out.status(`waiting for ${name}: ${reason}`),
    },
    onProgress: (done, total) => out.status(`${done} of ${total} deliveries`),
    onPending: count => {
      pending = count
    },
  })
  out.clearStatus()
  if (!isHere) out.warn(`there is nothing to copy: ${folders.data} has no inbox of the profile ${profile}`)
  if (out.json) return out.data(formatJson({ inbox: name, profile, ...copied }))
  if (!isHere) return
  const { deliveries, shown, cursors } = copied
  out.note(
    `copied deliveries: ${deliveries}, shown events: ${shown}, places of events tail: ${cursors}; the rest was there already`,
  )
  if (pending === 0) return
  const which = pending === 1 ? '1 delivery that is' : `${pending} deliveries that are`
  out.warn(
    `both inboxes now have ${which} pending on this machine, and an event that both forward is sent twice`,
  )
  out.note('stop the listener on this machine, run this again, and start it with the shared inbox (--inbox)')
}
