/** The frame of each page of the demo site. */

import { Shell, StoreSwitcher } from '#web/components/shell.tsx'
import type { PageContext } from '#web/page.ts'

export interface FrameProps {
  page: PageContext
  stores: readonly string[]
}

export function Frame({ page, title, stores, children }: FrameProps & { title: string; children?: unknown }) {
  const pathname = page.path.replace(/\?.*/, '')
  const nav = [
    { label: 'Charges', href: '/', current: pathname === '/' || pathname.startsWith('/charges') },
    { label: 'API keys', href: '/keys', current: pathname === '/keys' },
    { label: 'Webhooks', href: '/empty', current: pathname === '/empty', count: 3 },
    { label: 'WebSocket', href: '/websocket', current: false },
    { label: 'Faults', href: '/faults', current: false },
  ]
  const switcher = (
    <StoreSwitcher
      stores={stores.map((name, index) => ({ name, href: `/?store=${name}`, current: index === 0 }))}
    />
  )
  return (
    <Shell
      {...{ page, title, nav, switcher }}
      product="pixctl demo"
      badge="SANDBOX"
      keys={[['r', 'Send again']]}
    >
      {children as never}
    </Shell>
  )
}
