/** The questions of `setup` on a terminal: each only if its answer is missing. What is stored by an answer stays after Ctrl-C. */

import { type Context, timeoutOf } from '#cli/context/context.ts'
import { login } from '#cli/context/login.ts'
import { confirm } from '#cli/host/prompt.ts'
import { saveCents } from '#credentials/profiles.ts'
import { runChecks } from '#doctor/doctor.ts'
import { texts as doctorTexts } from '#doctor/texts.ts'
import { Failure } from '#lib/failure.ts'
import { listed, localized } from '#lib/language.ts'
import { maskSecrets } from '#lib/secret.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { type Missing, missingIn, startCommand } from './missing.ts'
import { setUpTablet } from './tablet.ts'
import { makeTestCharge } from './test-charge.ts'
import { texts } from './texts.ts'

/** @param open opens the profile as it is now; for `doctor` one that changes nothing */
export async function askForAll(open: (readOnly?: boolean) => Context): Promise<void> {
  const first = open()
  first.announce()
  const isSandbox = first.profile().settings.dashboardUrl !== undefined
  const context = isSandbox ? first : await askForAccess(first, open)
  if (isSandbox) {
    first.out.note(suggest('setup', { say: texts.ownStore, flags: { profile: placeholders.NAME } }))
  }
  sayHeading(context, 'tablet')
  await setUpTablet(context)
  await askHowTyped(context)
  await trySound(context)
  sayHeading(context, 'test')
  await makeTestCharge(context, isSandbox)
  const start = await startCommand(context)
  await sayVerdict(open(true), { ...start, say: texts.everyMorning })
}

/** Begins a step, so that a person sees where in the questions they are. */
function sayHeading({ out }: Context, step: keyof typeof texts.headings): void {
  out.note('')
  out.note(texts.headings[step])
}

/** The address and the API key, then the token. Returns the profile with them. */
async function askForAccess(first: Context, open: () => Context): Promise<Context> {
  const { out, host } = first
  const missing = missingIn(first)
  const there = (['base-url', 'api-key', 'ws-token'] as const).filter(name => !missing.includes(name))
  if (there.length > 0) out.note(texts.there(listed(there.map(name => texts.names[name]()))))
  const isMissing = (...names: Missing[]) => names.some(name => missing.includes(name))
  let context = first
  if (isMissing('base-url', 'api-key')) {
    sayHeading(first, 'store')
    out.note(suggest('sandbox start', { say: texts.trySandbox, profile: 'none' }))
    await login(first, { ...first.flags, kind: 'api-key', offersFile: true })
    context = open()
  }
  if (!isMissing('ws-token')) return context
  sayHeading(first, 'token')
  out.note(texts.tokenBrings)
  if (!(await confirm(host, texts.askToken()))) {
    out.note(suggest('auth login', { say: texts.tokenLater, flags: { kind: 'ws-token' } }))
    return context
  }
  const isFile = context.profile().settings.secrets?.['api-key']?.storage === 'file'
  await login(context, { ...context.flags, kind: 'ws-token', 'insecure-storage': isFile, offersFile: true })
  return open()
}

/** Keeps the answer, also a no, so that it is asked once. */
async function askHowTyped(context: Context): Promise<void> {
  const { out, host, clock, folders, profile } = context
  const { profile: name, settings } = profile()
  if (settings.cents !== undefined) return
  sayHeading(context, 'amounts')
  out.note(texts.whatDigitsAre)
  await saveCents(folders.config, clock, name, await confirm(host, texts.askCents()))
}

/** Nothing is kept of the answer. */
async function trySound(context: Context): Promise<void> {
  const { out, host } = context
  sayHeading(context, 'sound')
  out.note(texts.sound)
  out.bell()
  if (await confirm(host, texts.askHeard())) return out.note(texts.soundOfTablet)
  const { flags } = await startCommand(context)
  out.note(suggest('charges watch', { say: texts.louder, flags: { web: true, ...flags } }))
}

/** Failure (fault) if a check failed. In each case the last line is the command of tomorrow. */
async function sayVerdict(context: Context, start: Suggestion): Promise<void> {
  const { out, flags } = context
  sayHeading(context, 'check')
  const checked = await runChecks(context, timeoutOf(flags))
  const failed = checked.filter(({ status }) => status === 'fail')
  const warned = checked.filter(({ status }) => status === 'warn')
  for (const { label, detail, next } of [...warned, ...failed]) {
    out.warn(() => maskSecrets(`${label()}: ${localized(detail)}`))
    for (const step of next) out.note(step)
  }
  if (failed.length > 0) {
    throw new Failure('fault', () => doctorTexts.failed(failed.map(({ label }) => label())), { next: start })
  }
  out.note(() => doctorTexts.passed(warned.length))
  out.note(start)
}
