/** What doctor looks at on this machine, except its folders. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Context } from '#cli/context/context.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { KINDS, kindFlag, SECRET_KINDS } from '#credentials/kinds.ts'
import { DEFAULT_PROFILE } from '#credentials/profiles.ts'
import { oneLine } from '#lib/failure.ts'
import { formatBytes, localized, type Text } from '#lib/language.ts'
import { localZone } from '#lib/local-time.ts'
import { misfit, reasonOf, versionOf } from '#lib/sqlite/database-file.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { checkTimeZone } from '#lib/time-zone.ts'
import { bytesOf, isThere, keptProfiles, readOnly } from '#state/contents.ts'
import { stateFolder } from '#state/folder.ts'
import { ARCHIVE, REJECTED, type Schema, STATE } from '#state/schemas.ts'
import { type Finding, findingOf, found, together } from '../finding.ts'
import { texts } from '../texts.ts'

export async function lookAtNode({ host }: Pick<Context, 'host'>): Promise<Finding> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(':memory:')
  try {
    const { version } = database.prepare('SELECT sqlite_version() AS version').get() ?? {}
    return found('ok', `pixctl ${host.version}, Node ${host.nodeVersion ?? '?'}, SQLite ${version}`)
  } finally {
    database.close()
  }
}

/** The local zone. Failure (usage) if `TZ` names none. */
export function lookAtTimeZone({ clock }: Pick<Context, 'clock'>): Finding {
  checkTimeZone()
  return found('ok', localZone(clock.now()))
}

/** Asks for a secret, and shows nothing of it. The keychain has its own time limit. */
export async function lookAtKeychain(context: Context): Promise<Finding> {
  const { host, keychain } = context
  const { name, secrets = {} } = selectedBy(context)
  const kept = SECRET_KINDS.filter(kind => secrets[kind]?.storage === 'keychain')
  const kind = kept[0] ?? 'api-key'
  try {
    const value = await keychain.get(name, kind)
    if (value !== null || kept.length === 0) return found('ok', texts.keychainAnswers)
    const login = suggest('auth login', { say: texts.unlockOrLogIn, flags: kindFlag(kind) })
    return found('fail', () => texts.keychainHasNot(KINDS[kind].name()), login)
  } catch (error) {
    if (!(error instanceof CredentialsError)) throw error
    if (kept.length > 0) return findingOf(error)
    const hasKey = secrets['api-key'] !== undefined || Boolean(host.env.PIXCTL_API_KEY)
    return hasKey
      ? { ...findingOf(error, 'skip', []), detail: () => `${error.localized}; ${texts.keychainNotNeeded()}` }
      : findingOf(error, 'warn')
  }
}

/** Where config.json can't be read, the profile without secrets: the check of the profile says what is wrong. */
export function selectedBy(context: Pick<Context, 'profile'>) {
  try {
    const { profile, settings } = context.profile()
    return { name: profile, secrets: settings.secrets }
  } catch {
    return { name: DEFAULT_PROFILE, secrets: {} }
  }
}

/** Whether the files of all profiles are whole, and not of a newer pixctl. Nothing else happens while they are read. */
export async function lookAtState({ folders, signal }: Context): Promise<Finding> {
  const files = keptProfiles(folders.data).flatMap(profile =>
    [STATE, ARCHIVE, REJECTED]
      .map(schema => ({ file: join(stateFolder(folders.data, profile), schema.name), schema }))
      .filter(({ file }) => isThere(file)),
  )
  if (files.length === 0) return found('ok', texts.nothingKept)
  const bytes = () => files.reduce((sum, { file }) => sum + bytesOf(file), 0)
  const findings = [found('ok', () => texts.stateWhole(files.length, formatBytes(bytes())))]
  for (const { file, schema } of files) {
    // Between two files Ctrl-C is taken.
    await setImmediate(undefined, { signal })
    findings.push(...(await lookAtFile(file, schema)))
  }
  return together(findings)
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]

/** What is wrong with a file of the state; empty if it is whole. */
async function lookAtFile(file: string, { steps }: Schema): Promise<Finding[]> {
  const fail = (detail: Text, next: Step) => [found('fail', detail, next)]
  const restore = restoreOf(file)
  try {
    const { DatabaseSync } = await import('node:sqlite')
    const stats = statSync(file)
    if (!stats.isFile()) return fail(() => texts.otherThanFile(file, sharedTexts.notAFile()), restore)
    if (stats.size === 0) return fail(() => texts.emptyFile(file), restore)
    return await readOnly(file, null, database => {
      const version = versionOf(database)
      const [first] = database.prepare('PRAGMA quick_check(1)').all()
      const answer = String(Object.values(first ?? {})[0])
      if (answer !== 'ok') return fail(() => texts.damagedFile(file, oneLine(answer)), restore)
      if (version > steps.length) {
        return fail(() => texts.newerFile(file, version, steps.length), texts.updatePixctl)
      }
      const what = misfit(database, steps, new DatabaseSync(':memory:'))
      return what === null ? [] : fail(() => sqliteTexts.otherBuild(file, what), sqliteTexts.keepOrMove)
    })
  } catch (error) {
    const isDamaged = DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
    const why = () => localized(reasonOf(error))
    return isDamaged
      ? fail(() => texts.damagedFile(file, why()), restore)
      : fail(() => texts.unreadableFile(file, why()), texts.checkFolder)
  }
}

/** What to do about a file that can't be used, and what is lost without it. */
function restoreOf(file: string): Step {
  if (file.endsWith('archive.db')) return suggest('charges sync', { say: texts.restoreOrSync })
  return file.endsWith('rejected.db') ? texts.restoreOrForget : texts.restoreOrMove
}
