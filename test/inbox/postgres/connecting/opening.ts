/** Opens connections to PostgreSQL in tests; they end with the test. */

import { onTestFinished } from 'vitest'
import { Postgres, type PostgresOptions } from '#inbox/postgres/connecting/connect.ts'
import type { Queryable } from '#inbox/postgres/statements.ts'
import { systemClock } from '#lib/clock.ts'
import { resolveAddress } from '#lib/postgres/address.ts'
import { parsePostgresUrl } from '#lib/postgres/url.ts'

export interface Opening extends Partial<PostgresOptions> {
  env?: Record<string, string>
  home?: string
  warn?(text: string): void
  check?(on: Queryable): Promise<void>
}

/** Waits at most 5 s for PostgreSQL, unless the test says otherwise. */
export async function openPostgres(
  url: string,
  { env = {}, home = '/nowhere', warn = () => {}, check, ...options }: Opening = {},
): Promise<Postgres> {
  const address = resolveAddress({
    url: parsePostgresUrl(url, 'the address'),
    env,
    home,
    warn,
    hide: () => {},
  })
  const postgres = await Postgres.open(
    address,
    { clock: systemClock, signal: new AbortController().signal, timeoutMs: 5_000, ...options },
    check,
  )
  onTestFinished(() => postgres.close())
  return postgres
}
