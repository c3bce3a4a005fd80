/** An inbox on PostgreSQL, which several processes and machines share. */

import type { PostgresUrl } from '../../shared/postgres-url.ts'

/** Where it is, as it was given, and what completes that. */
export interface SharedInbox {
  url: PostgresUrl
  /** For PGPASSWORD, PGSSLMODE and the other variables of libpq. */
  env: Readonly<Record<string, string | undefined>>
  /** The user's home folder, for ~/.pgpass and ~/.postgresql. */
  home: string
  warn(text: string): void
  /** Called with a password before it is used, so that it shows nowhere. */
  hide(...secrets: readonly string[]): void
}
