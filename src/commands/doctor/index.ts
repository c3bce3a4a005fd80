import { BaseCommand } from '#cli/base-command.ts'
import { type Context, timeoutOf } from '#cli/context/context.ts'
import { inboxFlag, realtimeUrlFlag } from '#cli/flags/flags.ts'
import { type HintHost, hint, hintLines } from '#cli/output/hints.ts'
import { toJson } from '#cli/output/typed-json.ts'
import { runChecks } from '#doctor/doctor.ts'
import type { Checked } from '#doctor/finding.ts'
import { texts } from '#doctor/texts.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure, oneLine } from '#lib/failure.ts'
import { english, inLanguage, localized } from '#lib/language.ts'
import { maskSecrets } from '#lib/secret.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { padded } from '#terminal/event-line.ts'
import type { Style } from '#terminal/style.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth, wrap } from '#terminal/width.ts'

export default class Doctor extends BaseCommand {
  static override outputs = ['doctor'] as const
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --json | jq \'.checks[] | select(.status == "fail")\'',
  ]

  static override flags = { 'realtime-url': realtimeUrlFlag, inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor)
    const context = this.context(flags, this.host, { anyProfile: true, readOnly: true, asksOnce: true })
    await present(context, await runChecks(context, timeoutOf(flags)))
  }
}

/** In fewer columns the details are below the names. */
const WIDE = 60
const GAP = 2

/** Before the first line of what to do. */
const MARK = '> '

/** Prints what was found. Failure (fault) if a check failed. */
async function present({ out, host }: Context, found: readonly Checked[]): Promise<void> {
  const { style, columns } = out
  const checked = found.map(check => ({ ...check, next: stepsOf([check]) }))
  if (out.json) await out.data(jsonOf(checked, host))
  else if (out.human) await out.data(formatChecks(checked, { style, columns, host }))
  else await out.data(tsvOf(checked, host))
  const failed = checked.filter(({ status }) => status === 'fail')
  if (failed.length === 0) {
    return out.note(() => texts.passed(checked.filter(({ status }) => status === 'warn').length))
  }
  throw new Failure('fault', () => texts.failed(failed.map(({ label }) => label())), {
    // For a person, the output already says what to do.
    next: out.human ? [] : stepsOf(failed),
  })
}

/** For scripts, in English. `next` is null if there is nothing to do. */
function jsonOf(checked: readonly Checked[], host: HintHost): string {
  const passed = checked.every(({ status }) => status !== 'fail')
  return toJson<'doctor'>({ passed, checks: checked.map(check => forScripts(check, host)) })
}

function tsvOf(checked: readonly Checked[], host: HintHost): string {
  return checked.map(check => tsvRow(Object.values(forScripts(check, host)))).join('')
}

function forScripts({ name, status, detail, next }: Checked, host: HintHost) {
  const steps = inLanguage('en', () => next.map(step => hint(step, host)))
  return {
    name,
    status,
    detail: maskSecrets(english(detail)),
    next: steps.length === 0 ? null : maskSecrets(oneLine(...steps)),
  }
}

/** What to do about all of them, each step once. */
function stepsOf(checked: readonly Checked[]): Step[] {
  const steps = checked.flatMap(({ next }) => next)
  const words = (step: Step) => inLanguage('en', () => stepText(step))
  return [...new Map(steps.map(step => [words(step), step])).values()]
}

interface Look {
  style: Style
  columns: number
  host: HintHost
}

/** One check below the other: how it ended, its name, what was found, and what to do. Suggested commands stay whole. */
function formatChecks(checked: readonly Checked[], { style, columns, host }: Look): string {
  const paints = { ok: style.green, warn: style.yellow, fail: style.red, skip: style.dim }
  const widthOf = (words: readonly string[]) => Math.max(...words.map(displayWidth)) + GAP
  const statusWidth = widthOf(Object.values(texts.statuses).map(status => status()))
  const isWide = columns >= WIDE
  const nameWidth = isWide ? widthOf(checked.map(({ label }) => label())) : 0
  const indent = statusWidth + nameWidth
  return checked
    .map(({ label, status, detail, next }) => {
      const details = wrap(escapeControls(maskSecrets(localized(detail))), columns - indent)
      const steps = next.flatMap(step =>
        hintLines(step, host, columns - indent - MARK.length).map(
          (line, index) => (index === 0 ? MARK : ' '.repeat(MARK.length)) + maskSecrets(line),
        ),
      )
      const lines = [...details, ...steps.map(style.cyan)]
      const word = paints[status](padded(texts.statuses[status](), statusWidth))
      const head = word + style.bold(padded(label(), nameWidth))
      const [first, below] = isWide ? [lines[0], lines.slice(1)] : ['', lines]
      return `${head}${first}\n${below.map(line => `${' '.repeat(indent)}${line}\n`).join('')}`
    })
    .join('')
}
