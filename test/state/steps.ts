/** The state of a pixctl that doesn't exist yet: with one more step. */

import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { openProfileFile } from '#state/database.ts'
import { type Schema, STATE } from '#state/schemas.ts'

/** Changes a table that has rows, makes another one, and says in it that it ran. */
export const STEP = `
  ALTER TABLE log_events ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
  CREATE TABLE runs (at TEXT NOT NULL) STRICT;
  INSERT INTO runs VALUES ('now');
`

export function openWith(
  dataDir: string,
  step: string | null,
  { name, steps }: Schema = STATE,
  clock?: Clock,
): Promise<DatabaseSync> {
  const errors = {
    newer: 'it is newer',
    unusable: (_file: string, cause: unknown) => new Failure('fault', 'it is unusable', { next: [], cause }),
    contentLost: () => new Failure('fault', 'it is empty', { next: [] }),
  }
  const all = step === null ? steps : [...steps, step]
  return openProfileFile(dataDir, 'default', { name, steps: all }, errors, clock)
}
