/** `charge create --from FILE.csv|-`: a charge for each row of a file. */

import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { PAGES_PER_MINUTE } from '#api/paging.ts'
import { creationsOf } from '#charges/creations/creations.ts'
import { checkAll } from '#charges/from-file/check.ts'
import { unseenIn } from '#charges/from-file/keys.ts'
import { Rows } from '#charges/from-file/rows.ts'
import { Ending } from '#charges/from-file/run.ts'
import { Sending } from '#charges/from-file/sending.ts'
import { failureOf, notes, type Tally } from '#charges/from-file/summary.ts'
import { texts } from '#charges/from-file/texts.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { type FormatFlags, formatOf, type ListFormat } from '#cli/flags/csv.ts'
import type { Host } from '#cli/host/host.ts'
import { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { toBRL, toDecimal, toReais } from '#contract/money.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure, faultOf, Stopped } from '#lib/failure.ts'
import { unreadable } from '#lib/input-file.ts'
import { formatJson } from '#lib/json.ts'
import { DEFAULT_PARALLEL } from './flags.ts'
import { preparePictures } from './pictures.ts'
import { Printing } from './printing.ts'
import { Progress } from './progress.ts'

export interface BatchFlags extends Flags, FormatFlags {
  from: string
  batch?: string | undefined
  'dry-run'?: boolean | undefined
  'qr-dir'?: string | undefined
  parallel?: number | undefined
  'rate-limit'?: number | undefined
}

/** Throws a Failure unless there is a charge for every row. */
export async function createFromFile(
  host: Host,
  flags: BatchFlags,
  contextOn: (host: Host) => Context,
): Promise<void> {
  checkBatch(flags.batch)
  const ending = new Ending(host)
  const context = contextOn(ending.host)
  const format = formatOf(flags, context.format)
  const rows = await Rows.open()
  try {
    const name = flags.from === '-' ? texts.standardInput : flags.from
    await checkAll(sourceOf(host, flags.from, ending.signal), name, rows)
    ending.signal.throwIfAborted()
    if (flags['dry-run']) return await showPlan(context, format, rows)
    await send(host, flags, context, ending, rows, format)
  } finally {
    rows.close()
  }
}

function checkBatch(batch = ''): void {
  const unseen = unseenIn(batch)
  if (unseen) throw new Failure('usage', () => texts.batchUnseen(unseen), { next: texts.nameForm })
}

async function* sourceOf(host: Host, from: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let stream: Readable | undefined
  const abort = () => stream?.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    stream = from === '-' ? host.stdin.stream : openInput(from)
    if (signal.aborted) abort()
    for await (const chunk of stream) {
      yield chunk as Buffer
      // A pipe that is always full would leave no time for a signal.
      await setImmediate()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(from === '-' ? texts.standardInput : from, error, texts.giveCsv)
  } finally {
    signal.removeEventListener('abort', abort)
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
  if (format === 'json') await out.data(formatJson({ charges: count, amount: toReais(total) }))
  else if (typeof format === 'object') {
    const row = format.row([format.value(count), format.decimal(toDecimal(total))])
    await out.data(format.header(['charges', 'amount']) + row)
  } else if (format !== 'quiet') {
    await presentObject(
      out,
      [
        ['charges', count],
        ['amount', toDecimal(total)],
      ],
      () => [
        { label: texts.charges(), value: String(count) },
        { label: texts.amount(), value: toBRL(total), paint: out.style.bold },
      ],
    )
  }
  out.note(texts.allCorrect())
}

async function send(
  host: Host,
  flags: BatchFlags,
  context: Context,
  ending: Ending,
  rows: Rows,
  format: ListFormat,
): Promise<void> {
  const { clock } = host
  if (flags['qr-dir'] !== undefined) {
    preparePictures(flags['qr-dir'])
    rows.indexLetters()
  }
  const creations = await creationsOf(context)
  context.announce()
  const { argv, env, stdout, stderr } = host
  const out = new Output({ argv, env, clock, stdout, stderr, signal: ending.outputOver }, flags)
  const progress = await Progress.start(out, clock, rows.count)
  const sending = new Sending({
    creations,
    rows: rows.inOrder(),
    claim: (id, line) => rows.claim(id, line),
    batch: flags.batch ?? '',
    parallel: flags.parallel ?? DEFAULT_PARALLEL,
    callsPerMinute: flags['rate-limit'] ?? PAGES_PER_MINUTE,
    clock,
    onWait: (ms, asked) => progress.hold(ms, asked),
  })
  const printing = new Printing({ out, format, rows, progress, pictures: flags['qr-dir'] })
  try {
    ending.beginSending(reason => {
      sending.stop(reason)
      const { inProgress } = sending
      if (!(reason instanceof Stopped) || inProgress === 0) return
      out.note(texts.waitingForAnswers(inProgress))
    })
    const printed = printing.run(sending.ends()).catch(error => sending.stop(error))
    await sending.run()
    await ending.written(printed)
  } finally {
    progress.stop()
  }
  const tally = {
    rows: rows.count,
    counts: sending.counts,
    missingPictures: printing.missingPictures,
  }
  conclude(out, tally, sending.stopReason, flags)
}

/** Says how many charges there are, or throws how the run failed. */
function conclude(out: Output, tally: Tally, reason: unknown, flags: BatchFlags): void {
  if (reason instanceof ClosedPipe) {
    const { created, existing } = tally.counts
    out.note(texts.outputClosed(created + existing, tally.rows))
    throw reason
  }
  const stopped = reason === undefined || reason instanceof Failure ? reason : faultOf(reason)
  const failure = failureOf(tally, stopped, flags)
  if (failure) throw failure
  for (const line of notes(tally)) out.note(line)
}
