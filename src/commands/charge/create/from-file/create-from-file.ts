/** `charge create --from FILE.csv|-`: a charge for each row of a file. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Interfaces } from '@oclif/core'
import { PAGES_PER_MINUTE } from '#api/pace.ts'
import { Creations } from '#charges/creations/create.ts'
import { checkAll } from '#charges/from-file/check.ts'
import { readOwnHeadings } from '#charges/from-file/columns.ts'
import { type KnownRows, knownRows } from '#charges/from-file/known-rows.ts'
import { Rows, unseenIn } from '#charges/from-file/rows.ts'
import { RunSignals } from '#charges/from-file/run-signals.ts'
import { Sending } from '#charges/from-file/sending.ts'
import { failureOf, notes } from '#charges/from-file/summary.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { type FormatFlags, formatOf, type ListFormat } from '#cli/flags/charges.ts'
import type { Host } from '#cli/host/host.ts'
import { confirm } from '#cli/host/prompt.ts'
import { Output } from '#cli/output/output.ts'
import { printObject } from '#cli/output/present.ts'
import { toBRL, toDecimal, toReais } from '#contract/money.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { unreadable } from '#lib/files.ts'
import { localized } from '#lib/language.ts'
import { formatLocalTime } from '#lib/local-time.ts'
import { hasState } from '#state/database.ts'
import { DEFAULT_PARALLEL, type fromFileFlags } from './flags.ts'
import { preparePictures } from './pictures.ts'
import { Printing } from './print-rows.ts'
import { Progress } from './progress.ts'
import { texts } from './texts.ts'

type FromFileFlags = Flags & FormatFlags & Interfaces.InferredFlags<typeof fromFileFlags> & { from: string }

/** Throws a Failure unless there is a charge for every row. */
export async function createFromFile(
  host: Host,
  flags: FromFileFlags,
  contextOn: (host: Host) => Context,
): Promise<void> {
  const unseen = unseenIn(flags.batch ?? '')
  if (unseen) throw new Failure('usage', () => texts.batchUnseen(unseen), { next: texts.nameForm })
  const own = readOwnHeadings(flags.columns ?? [])
  const signals = new RunSignals(host.signal)
  const context = contextOn({ ...host, signal: signals.beforeSending })
  const format = formatOf(flags, context.format)
  const rows = await Rows.open()
  try {
    const name = flags.from === '-' ? texts.standardInput : flags.from
    await checkAll(sourceOf(host, flags.from, signals.beforeSending), name, rows, own, encoding => {
      context.out.say(() => texts.readAs(localized(name), encoding))
    })
    signals.beforeSending.throwIfAborted()
    const carried = rows.carried.map(column => column.name).join(', ')
    if (carried) context.out.say(() => texts.carriedAlong(carried))
    if (context.out.human && !rows.hasValidity) context.out.note(texts.shortValidity)
    if (flags['dry-run']) {
      await sayKnown(context, rows, flags)
      return await showPlan(context, format, rows)
    }
    await send(host, flags, context, signals, rows, format)
  } finally {
    rows.close()
  }
}

async function* sourceOf(host: Host, from: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    const stream = from === '-' ? host.stdin.stream : openInput(from)
    for await (const chunk of addAbortSignal(signal, stream)) {
      yield chunk as Buffer
      // A pipe that is always full would leave no time for a signal.
      await setImmediate()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(from === '-' ? texts.standardInput : from, error, texts.giveCsv)
  }
}

/** Opening and reading a named pipe like a file waits for its writer, and no signal ends that. */
function openInput(path: string): Readable {
  if (!statSync(path).isFIFO()) return createReadStream(path)
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, readable: true, writable: false })
}

/** Prints what would be sent. */
async function showPlan({ out }: Context, format: ListFormat, rows: Rows): Promise<void> {
  const { count, total } = rows
  if (typeof format === 'object') {
    const row = format.row([format.value(count), format.decimal(toDecimal(total))])
    await out.data(format.header(['count', 'amount']) + row)
  } else if (format !== 'quiet') {
    const plan = { count, amount: toReais(total) }
    const fields = () => [
      { label: texts.charges(), value: String(count) },
      { label: texts.amount(), value: toBRL(total), paint: out.style.bold },
    ]
    await printObject<'charge-create-dry-run'>(out, plan, fields, { count, amount: toDecimal(total) })
  }
  out.note(texts.allCorrect())
}

/** Says which rows are new, unchanged or contradict what was sent before, by the journal of this machine. */
async function sayKnown(context: Context, rows: Rows, flags: FromFileFlags): Promise<KnownRows> {
  const { out, signal, folders } = context
  const journal = hasState(folders.data, context.profile().profile) ? await context.journal() : null
  const batch = flags.batch ?? ''
  const known = await knownRows(journal, context.addresses().baseUrl, rows, { batch, signal })
  out.note(() => texts.known(known))
  return known
}

/** On a terminal asks before a file is sent again. Failure (usage) if the answer is no. */
async function confirmKnown({ host }: Context, known: KnownRows, flags: FromFileFlags): Promise<void> {
  const { stdin, stdout, stderr } = host
  const { unchanged, contradicting } = known
  // Somebody who is asked sees the rest too: `> file` has emptied the file already.
  const isTerminal = stdin.isTTY && stdout.isTTY && stderr.isTTY
  const canAsk = !flags['no-input'] && !flags.json && isTerminal
  if (!canAsk || flags.from === '-' || unchanged + contradicting === 0) return
  const question = texts.sendThem(contradicting > 0)
  if (await confirm(host, question, contradicting === 0)) return
  throw new Failure('usage', texts.nothingSent, { next: texts.newReference })
}

async function send(
  host: Host,
  flags: FromFileFlags,
  context: Context,
  signals: RunSignals,
  rows: Rows,
  format: ListFormat,
): Promise<void> {
  const { clock } = host
  const pictures = flags['qr-dir']
  if (pictures !== undefined) {
    preparePictures(pictures)
    rows.indexNames()
  }
  const creations = await Creations.open(context)
  context.announce()
  await confirmKnown(context, await sayKnown(context, rows, flags), flags)
  const outputOver = new AbortController()
  const out = new Output({ ...host, signal: outputOver.signal }, flags)
  const progress = new Progress(out, clock, rows.count)
  const file = flags.from === '-' ? [] : [basename(flags.from)]
  const title = [...file, formatLocalTime(clock.now())].join(', ')
  const printing = new Printing({
    out,
    format,
    rows,
    progress,
    pictures: pictures === undefined ? undefined : { folder: pictures, title },
    onLeftOut: context.out.onLeftOut,
  })
  const sending = new Sending({
    creations,
    rows,
    batch: flags.batch ?? '',
    parallel: flags.parallel ?? DEFAULT_PARALLEL,
    callsPerMinute: flags['rate-limit'] ?? PAGES_PER_MINUTE,
    clock,
    onWait: (ms, asked) => progress.hold(ms, asked),
  })
  signals.beginSending(reason => {
    sending.stop(reason)
    if (!(reason instanceof Stopped)) outputOver.abort(reason)
    else if (sending.inProgress > 0) out.note(texts.waitingForAnswers(sending.inProgress))
  })
  await sending.run(results => printing.run(results)).finally(() => progress.stop())
  const { counts, stopReason } = sending
  await printing.end(stopReason === undefined)
  if (stopReason instanceof ClosedPipe) {
    out.say(texts.outputClosed(counts.created + counts.existing, rows.count))
    throw stopReason
  }
  const tally = { rows: rows.count, counts, missingPictures: printing.missingPictures }
  const failure = failureOf(tally, stopReason)
  if (failure) throw failure
  const [counted = '', ...others] = notes(tally)
  out.note(counted)
  for (const line of others) out.say(line)
}
