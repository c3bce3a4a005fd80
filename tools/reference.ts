/**
 * Writes the parts of the documentation that come from the code: the command reference from
 * oclif.manifest.json, what `--json` prints from src/contract/output, the exit codes from
 * src/cli/output/exit-codes.ts, and the pages and variables that the help has. Only the text between a pair of markers changes. With `--check` nothing is written, and the exit code is 1 if a file is out of date.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { texts } from '#cli/dispatch/help/topics/texts.ts'
import { HELP_TOPICS } from '#cli/dispatch/help/topics/topics.ts'
import { EXIT_CODES } from '#cli/output/exit-codes.ts'
import type { Category } from '#lib/failure.ts'
import { JsonReference, type Schema } from './json-reference.ts'

interface Flag {
  name: string
  char?: string
  description?: string
  default?: string | number
  helpGroup?: string
  helpValue?: string
  multiple?: boolean
  options?: string[]
  required?: boolean
  type: 'boolean' | 'option'
}

interface Command {
  id: string
  /** The names of the shapes that `--json` may print. */
  outputs?: string[]
  aliases: string[]
  args: Record<string, { name: string; description?: string; required?: boolean }>
  description?: string
  examples?: string[]
  flags: Record<string, Flag>
  strict: boolean
  summary: string
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(await readFile(join(root, 'oclif.manifest.json'), 'utf8'))
const commands = Object.values(manifest.commands as Record<string, Command>)
/** The flags of a command that takes all the global ones. */
const globals = globalsOf(commands.find(({ id }) => id === 'status')!)
const json = await jsonReference()

const parts: [file: string, name: string, text: string][] = [
  ['docs/commands.md', 'commands', shortList()],
  ['docs/commands.md', 'reference', wholeReference()],
  ['docs/json.md', 'shapes', json.list()],
  ['docs/json.md', 'reference', json.sections()],
  ['docs/exit-codes.md', 'reference', exitCodes()],
  ['docs/stability.md', 'help', helpTopics()],
  ['docs/stability.md', 'environment', variables()],
]

const stale = new Set<string>()
for (const [file, name, text] of parts) {
  const path = join(root, file)
  const before = await readFile(path, 'utf8')
  const after = replaceBetween(before, name, text, file)
  if (after === before) continue
  stale.add(file)
  if (!process.argv.includes('--check')) await writeFile(path, after)
}
if (process.argv.includes('--check') && stale.size > 0) {
  console.error(`out of date, run npm run generate: ${[...stale].join(', ')}`)
  process.exitCode = 1
}

async function jsonReference(): Promise<JsonReference> {
  const contract = join(root, 'src', 'contract')
  const read = async (...path: string[]) => JSON.parse(await readFile(join(contract, ...path), 'utf8'))
  const schemas: Record<string, Schema> = {}
  const printedBy: Record<string, string[]> = {
    help: ['`help`'],
    error: ['each command'],
    note: ['each command'],
    'log-line': ['`events tail`', '`webhook listen`'],
  }
  for (const file of await readdir(join(contract, 'output'))) {
    const name = file.replace(/\.json$/, '')
    schemas[name] = await read('output', file)
    printedBy[name] ??= commands
      .filter(({ outputs }) => outputs?.includes(name))
      .map(each => `\`${words(each)}\``)
  }
  const { $defs: service } = await read('generated', 'service.json')
  return new JsonReference({ schemas, service, printedBy })
}

/** The page with this text between its markers `<!-- name -->` and `<!-- /name -->`. */
function replaceBetween(page: string, name: string, text: string, file: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${file} has no ${start} … ${end}`)
  return `${page.slice(0, from + start.length)}\n\n${text}\n${page.slice(to)}`
}

/** The table of all commands: one row per command, with a link to its section. */
function shortList(): string {
  const rows = commands.map(command => {
    const anchor = `pixctl ${words(command)}`.replaceAll(' ', '-')
    return `| [\`pixctl ${cell(usage(command))}\`](#${anchor}) | ${cell(command.summary)} |`
  })
  return table('command', 'what it does', rows)
}

function wholeReference(): string {
  const common = `## Global flags\n\nEvery command takes them, unless its section says otherwise.\n\n${flagTable(globals)}`
  return [common, ...commands.map(section)].join('\n')
}

function section(command: Command): string {
  const { aliases, args, description, examples = [], flags, outputs = [], summary } = command
  const own = Object.values(flags).filter(flag => flag.helpGroup !== 'GLOBAL')
  const paragraphs = [
    `## pixctl ${words(command)}`,
    `\`pixctl ${usage(command)}\`: ${summary}.`,
    description,
    outputs.length > 0 && `All members: ${outputs.map(name => `[${name}](json.md#${name})`).join(', ')}.`,
    aliases.length > 0 &&
      `The same command: ${aliases.map(each => `\`pixctl ${each.replaceAll(':', ' ')}\``).join(', ')}.`,
    Object.keys(args).length > 0 &&
      table(
        'argument',
        'meaning',
        Object.values(args).map(arg => `| \`${cell(label(arg.name))}\` | ${cell(arg.description)} |`),
      ),
    own.length > 0 && flagTable(own),
    otherGlobals(command),
    examples.length > 0 && `\`\`\`console\n${examples.map(example).join('\n')}\n\`\`\``,
  ]
  return `${paragraphs
    .filter(each => typeof each === 'string')
    .map(each => each.trimEnd())
    .join('\n\n')}\n`
}

/** How the global flags of a command differ from those of all commands. False if they don't. */
function otherGlobals(command: Command): string | false {
  const mine = globalsOf(command)
  const missing = globals.filter(({ name }) => !mine.some(flag => flag.name === name))
  const own = mine.filter(flag => !globals.some(each => JSON.stringify(each) === JSON.stringify(flag)))
  const lines = [
    missing.length > 0 && `Not taken: ${missing.map(({ name }) => `\`--${name}\``).join(', ')}.`,
    own.length > 0 && flagTable(own),
  ]
  return lines.some(Boolean) && lines.filter(Boolean).join('\n\n')
}

function globalsOf({ flags }: Command): Flag[] {
  return Object.values(flags).filter(flag => flag.helpGroup === 'GLOBAL')
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map(flag => {
    const value = flag.type === 'boolean' ? '' : ` ${flag.helpValue ?? flag.options?.join('|') ?? 'VALUE'}`
    const notes = [
      flag.helpGroup?.startsWith('--') && `with \`${flag.helpGroup}\``,
      flag.multiple && 'may be given more than once',
      flag.default !== undefined && `default \`${flag.default}\``,
      flag.required && 'required',
    ].filter(Boolean)
    const short = flag.char ? `\`-${flag.char}\`, ` : ''
    const meaning = [flag.description, ...notes].join('; ')
    return `| ${short}\`--${flag.name}${cell(value)}\` | ${cell(meaning)} |`
  })
  return table('flag', 'meaning', rows)
}

function table(first: string, second: string, rows: readonly string[]): string {
  return `| ${first} | ${second} |\n|---|---|\n${rows.join('\n')}\n`
}

function words({ id }: Command): string {
  return id.replaceAll(':', ' ')
}

function usage(command: Command): string {
  const args = Object.values(command.args).map(({ name, required }) => {
    const shown = label(name) + (command.strict ? '' : '…')
    return required ? shown : `[${shown}]`
  })
  return [words(command), ...args].join(' ')
}

/** An argument's name as help shows it. */
function label(name: string): string {
  return name.toUpperCase()
}

function example(text: string): string {
  return text.replaceAll('<%= config.bin %>', 'pixctl')
}

function cell(text = ''): string {
  return text.replaceAll('|', '\\|')
}

function helpTopics(): string {
  const rows = Object.entries(HELP_TOPICS).map(
    ([name, { summary }]) => `| \`pixctl help ${name}\` | ${cell(summary())} |`,
  )
  return table('page', 'says', rows)
}

function variables(): string {
  const rows = Object.entries(texts.variable).map(([names, text]) => {
    return `| ${names.replace(/\w+/g, '`$&`')} | ${cell(text())} |`
  })
  return table('variable', 'is', rows)
}

/** The table of exit codes. It leaves out what is said about commands that don't exist yet. */
function exitCodes(): string {
  const known = new Set(commands.map(words))
  const said = Object.entries(EXIT_CODES).map(([category, code]) => ({
    code,
    means: ofKnown(texts.exitCode[category as Category](), known),
  }))
  const rows = [{ code: 0, means: 'done' }, ...said]
    .filter(({ means }) => means !== '')
    .map(({ code, means }) => `| ${code} | ${cell(means)} |`)
  return table('code', 'means', rows)
}

/** A meaning such as "`a`, `b`: what" without the unknown commands; without a known one it is left out. */
function ofKnown(means: string, known: ReadonlySet<string>): string {
  return means
    .split('; ')
    .map(part => {
      const match = /^(`[a-z ]+`(?:, `[a-z ]+`)*): (.*)$/.exec(part)
      if (!match) return part
      const named = match[1]!.split(', ').filter(name => known.has(name.slice(1, -1)))
      return named.length > 0 ? `${named.join(', ')}: ${match[2]}` : ''
    })
    .filter(part => part !== '')
    .join('; ')
}
