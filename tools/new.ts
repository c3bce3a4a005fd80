/**
 * Makes a new command that already runs, and says what to fill in.
 *
 *     npm run new -- NOUN VERB
 *
 * It prints the name of the profile, until somebody writes what it really does.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const { positionals: words } = parseArgs({ allowPositionals: true })
if (words.length < 1 || words.length > 3 || words.some(word => !/^[a-z]+$/.test(word))) {
  console.error('give the words of the command: npm run new -- charges code')
  process.exit(2)
}

const name = words.join(' ')
const id = words.join('-')
const className = words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')
const folder = join('src', 'commands', ...words)
const schema = join('src', 'contract', 'output', `${id}.json`)
const test = join('test', 'commands', words[0]!, `${words.slice(1).join('-') || words[0]}.test.ts`)

const files = {
  [join(folder, 'index.ts')]: `import { BaseCommand } from '#cli/base-command.ts'
import { printObject } from '#cli/output/present.ts'
import { texts } from './texts.ts'

export default class ${className} extends BaseCommand {
  static override summary = texts.summary()
  static override examples = ['<%= config.bin %> ${name}']
  static override outputs = ['${id}'] as const

  async run(): Promise<void> {
    const { flags } = await this.parse(${className})
    const context = this.context(flags)
    const { profile } = context.target()
    const fields = () => [{ label: texts.profile(), value: profile }]
    await printObject<'${id}'>(context.out, { profile }, fields, { profile })
  }
}
`,
  [join(folder, 'texts.ts')]: `import { both } from '#lib/language.ts'

export const texts = {
  summary: both('show the profile', 'mostra o perfil'),
  profile: both('Profile', 'Perfil'),
}
`,
  [schema]: `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "${id}.json",
  "title": "The profile",
  "type": "object",
  "properties": {
    "profile": {
      "description": "The name of the profile",
      "type": "string"
    }
  },
  "required": ["profile"]
}
`,
  [test]: `import { expect, it } from 'vitest'
import { openLocalStore } from '../../support/store.ts'

it('shows the profile', async () => {
  const store = await openLocalStore()
  const { stdout, code } = await store.machine.pixctl(['${words.join("', '")}', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ profile: 'default' })
})
`,
}

const known = Object.keys(files).filter(file => existsSync(join(root, file)))
if (known.length > 0) {
  console.error(`these are there already: ${known.join(', ')}`)
  process.exit(2)
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

console.log(`pixctl ${name} is there. Then:

  npm run generate     adds it to the help, the completion, the manual and the reference
  npx pixctl ${name}
  npm run format && npm run generate && npm run check     when it is filled in

To fill in:
  ${folder}/index.ts   what it takes (args, flags) and does; errors are a Failure
  ${folder}/texts.ts   what people read, in both languages
  ${schema}   what --json prints
  ${test}   what it prints, and each way in which it fails

CONTRIBUTING.md, "A new command", follows one step by step.`)
