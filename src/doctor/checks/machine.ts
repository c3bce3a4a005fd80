/** What doctor looks at on this machine, except its folders. */

import { join } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { KINDS, kindFlag, SECRET_KINDS } from '#credentials/kinds.ts'
import { DEFAULT_PROFILE } from '#credentials/profiles.ts'
import { formatBytes } from '#lib/language.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import type { CheckedFile } from '#state/check.ts'
import { type Examination, type Finding, findingOf, found, together } from '../finding.ts'
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

/** Whether the files of all profiles are whole, and not of a newer pixctl. */
export async function lookAtState({ context, signal }: Examination): Promise<Finding> {
  const { checkFilesIn, stateFiles } = await import('#state/check.ts')
  const files = stateFiles(context.folders.data)
  if (files.length === 0) return found('ok', texts.nothingKept)
  const checked = await checkFilesIn(join(context.host.root, 'dist', 'check-thread.cjs'), files, signal)
  const bytes = checked.reduce((sum, file) => sum + file.bytes, 0)
  const whole = found('ok', () => texts.stateWhole(checked.length, formatBytes(bytes)))
  return together([whole, ...checked.flatMap(findingOfFile)])
}

function findingOfFile({ file, problem, why, version, schema }: CheckedFile): Finding[] {
  const restore = restoreOf(file)
  switch (problem) {
    case null:
      return []
    case 'other_build':
      return [found('fail', () => sqliteTexts.otherBuild(file, why), sqliteTexts.keepOrMove)]
    case 'newer':
      return [found('fail', () => texts.newerFile(file, version, schema.steps.length), texts.updatePixctl)]
    case 'unreadable':
      return [found('fail', () => texts.unreadableFile(file, why), texts.checkFolder)]
    case 'empty':
      return [found('fail', () => texts.emptyFile(file), restore)]
    case 'damaged':
      return [found('fail', () => texts.damagedFile(file, why), restore)]
    case 'not_a_file':
      return [found('fail', () => texts.otherThanFile(file, sharedTexts.notAFile()), restore)]
  }
}

/** What to do about a file that can't be used, and what is lost without it. */
function restoreOf(file: string): Step {
  if (file.endsWith('archive.db')) return suggest('charges sync', { say: texts.restoreOrSync })
  return file.endsWith('rejected.db') ? texts.restoreOrForget : texts.restoreOrMove
}
