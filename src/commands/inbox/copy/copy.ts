/** `inbox copy`: copies the inbox on this machine to a shared one. */

import { type Context, type Flags, patienceOf } from '../../../cli/context/context.ts'
import { said } from '../../../shared/language.ts'
import { formatJson } from '../../../terminal/json.ts'
import { noAddress } from '../shared/no-address.ts'
import { texts } from '../texts.ts'

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
  out.note(texts.copyingTo(profile, `${name}`))
  let pending = 0
  const copied = await copyInbox({
    from,
    to,
    clock: host.clock,
    waiting: {
      signal: host.signal,
      patienceMs: patienceOf(flags),
      onAway: reason => out.status(texts.waiting(`${name}`, said(reason))),
    },
    onProgress: (done, total) => out.status(texts.progress(done, total)),
    onPending: count => {
      pending = count
    },
  })
  out.clearStatus()
  if (!isHere) out.warn(texts.nothingToCopy(folders.data, profile))
  if (out.json) return out.data(formatJson({ inbox: name, profile, ...copied }))
  if (!isHere) return
  out.note(texts.copied(copied))
  if (pending === 0) return
  out.warn(texts.pendingInBoth(pending))
  out.note(texts.stopListener())
}
