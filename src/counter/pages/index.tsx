/** The pages of the counter. */

import type { Site } from '#web/site.tsx'
import type { Parts } from '../serve.ts'
import { Overview } from './overview.tsx'

export function addPages(site: Site, parts: Parts): void {
  site.get('/', page => Overview({ page, parts }))
}
