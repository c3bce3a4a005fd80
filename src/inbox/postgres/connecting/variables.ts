/**
 * The variables of libpq that pixctl can't do. Where that would be less safe than `psql`, or lead to another server, they
 * are refused. The others (PGAPPNAME, PGTZ and so on) have no effect.
 */

import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { texts } from '../texts.ts'

interface Refused {
  /** The values that are refused; all of them if it is left out. */
  values?: RegExp
  /** What else to do. */
  instead?: Text
}

const REFUSED: Readonly<Record<string, Refused>> = {
  // Another server, or another session.
  PGHOSTADDR: { instead: texts.writeInAddress },
  PGSERVICE: { instead: texts.writeInAddress },
  PGOPTIONS: { instead: texts.alterRole },
  PGTARGETSESSIONATTRS: {
    values: /^(?!(any|read-write|primary)$)/,
    instead: texts.needsWriting,
  },
  // What the server must prove, or what it may learn.
  PGREQUIREAUTH: {},
  PGREQUIREPEER: {},
  PGCHANNELBINDING: { values: /^require$/ },
  PGGSSENCMODE: { values: /^require$/ },
  PGREQUIRESSL: { values: /^1/, instead: texts.useRequire },
  PGSSLCRL: { instead: texts.noRevoked },
  PGSSLCRLDIR: { instead: texts.noRevoked },
  PGSSLCERTMODE: { values: /^(disable|require)$/ },
  PGSSLMINPROTOCOLVERSION: {
    values: /^TLSv1\.3$/i,
    instead: texts.serverAsks,
  },
  PGSSLSNI: { values: /^0/ },
}

/** Failure (usage) if one of them is set. */
export function refuseVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, { values = /./, instead }] of Object.entries(REFUSED)) {
    const value = env[name]
    if (!value || !values.test(value)) continue
    throw new Failure('usage', () => texts.variableSet(name), {
      next: [() => texts.unsetVariable(name), ...(instead === undefined ? [] : [instead])],
    })
  }
}
