/** The thread that checks whether SQLite files are whole (check.ts). */

import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { oneLine } from '#lib/failure.ts'
import { english } from '#lib/language.ts'
import { misfit, reasonOf, versionOf } from '#lib/sqlite/database-file.ts'
import type { CheckedFile, StateFile } from './check.ts'
import { bytesOf, readOnly } from './contents.ts'

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]

async function check({ file, schema }: StateFile): Promise<CheckedFile> {
  const checked: CheckedFile = { file, schema, bytes: 0, version: 0, problem: null, why: '' }
  try {
    const { DatabaseSync } = await import('node:sqlite')
    checked.bytes = bytesOf(file)
    const stats = statSync(file)
    if (!stats.isFile()) return { ...checked, problem: 'not_a_file' }
    if (stats.size === 0) return { ...checked, problem: 'empty' }
    await readOnly(file, null, database => {
      checked.version = versionOf(database)
      const [first] = database.prepare('PRAGMA quick_check(1)').all()
      const answer = String(Object.values(first ?? {})[0])
      const what = misfit(database, schema.steps, new DatabaseSync(':memory:'))
      if (answer !== 'ok') Object.assign(checked, { problem: 'damaged', why: oneLine(answer) })
      else if (checked.version > schema.steps.length) checked.problem = 'newer'
      else if (what !== null) Object.assign(checked, { problem: 'other_build', why: what })
    })
  } catch (error) {
    const isDamaged = DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
    return { ...checked, problem: isDamaged ? 'damaged' : 'unreadable', why: english(reasonOf(error)) }
  }
  return checked
}

async function checkAll(): Promise<void> {
  const checked: CheckedFile[] = []
  for (const file of workerData as StateFile[]) checked.push(await check(file))
  parentPort?.postMessage(checked)
}

// A rejection ends the thread with an error event.
void checkAll()
