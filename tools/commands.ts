/** Generates src/cli/dispatch/generated/commands.ts from the folders of src/commands: one that has an index.ts is a command. */
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src', 'cli', 'dispatch', 'generated')

const ids = globSync('**/index.ts', { cwd: join(root, 'src', 'commands') })
  .map(file => file.split('/').slice(0, -1).join(':'))
  .sort()
/** The words before the last one, as long as there are some. */
const topics = [...new Set(ids.flatMap(id => topicsOf(id)))].sort()

function topicsOf(id: string): string[] {
  const words = id.split(':')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(':'))
}

const property = (id: string) => (id.includes(':') ? `'${id}'` : id)
const loader = (id: string) => `() => import('#commands/${id.replaceAll(':', '/')}/index.ts')`

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'commands.ts'),
  `// Generated from the folders of src/commands by tools/commands.ts. Do not edit: run \`npm run generate\`.

export const COMMANDS = {
${ids.map(id => `  ${property(id)}: ${loader(id)},`).join('\n')}
}

export const TOPICS = [
${topics.map(topic => `  '${topic}',`).join('\n')}
] as const
`,
)
