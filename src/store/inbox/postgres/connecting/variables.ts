/**
 * The variables of libpq that pixctl can't do. Where that would be less safe than `psql`, or lead to another server, they
 * are refused. The others (PGAPPNAME, PGTZ and so on) have no effect.
 */

import { Failure } from '../../../../shared/failure.ts'

interface Refused {
  /** The values that are refused; all of them if it is left out. */
  values?: RegExp
  /** What else to do. */
  instead?: string
}

const ADDRESS = 'write what it means into the address of the inbox'
const REVOKED = "pixctl can't read a list of revoked certificates"

const REFUSED: Readonly<Record<string, Refused>> = {
  // Another server, or another session.
  PGHOSTADDR: { instead: ADDRESS },
  PGSERVICE: { instead: ADDRESS },
  PGOPTIONS: { instead: 'give the user these settings: ALTER ROLE … SET …' },
  PGTARGETSESSIONATTRS: {
    values: /^(read-only|standby)$/,
    instead: 'deliveries need a server that can be written',
  },
  // What the server must prove, or what it may learn.
  PGREQUIREAUTH: {},
  PGREQUIREPEER: {},
  PGCHANNELBINDING: { values: /^require$/ },
  PGGSSENCMODE: { values: /^require$/ },
  PGREQUIRESSL: { values: /^1/, instead: 'use PGSSLMODE=require' },
  PGSSLCRL: { instead: REVOKED },
  PGSSLCRLDIR: { instead: REVOKED },
  PGSSLCERTMODE: { values: /^(disable|require)$/ },
  PGSSLMINPROTOCOLVERSION: {
    values: /^TLSv1\.3$/i,
    instead: 'let the server ask for it: ssl_min_protocol_version',
  },
  PGSSLSNI: { values: /^0/ },
}

/** Failure (usage) if one of them is set. */
export function refuseVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, { values = /./, instead }] of Object.entries(REFUSED)) {
    const value = env[name]
    if (!value || !values.test(value)) continue
    throw new Failure('usage', `${name} is set, and pixctl can't do what it says`, {
      next: [`unset it for pixctl, such as with env -u ${name}`, ...(instead === undefined ? [] : [instead])],
    })
  }
}
