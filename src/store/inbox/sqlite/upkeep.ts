/** What a SQLite inbox holds, and how old parts of it are dropped. */

import type { Contents, Pruned } from '../inbox.ts'
import type { InboxFile } from './inbox-file.ts'

export async function contentsOf(file: InboxFile): Promise<Contents> {
  const { pending, parked } = file.figures()
  return { ...file.counts(), pending, parked }
}

export async function* prune(_file: InboxFile, _before: number): AsyncGenerator<Pruned> {
  // Nothing is dropped yet.
}
