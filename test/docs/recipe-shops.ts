/** The shops of the recipes in docs/guide/recipes, and what the guide says of the mistakes that they can make. */

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocks, read, root } from './pages.ts'

export const PAGES = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
export const SECRET = 'whsec_of-my-tests'

/** The mistakes that the shops can make, in the order of the guide's table. */
export const MISTAKES = [
  'rewritten',
  'unsigned',
  'timeless',
  'new_key',
  'never_once',
  'by_delivery',
  'by_channel',
  'trusts_event',
  'amount_with_fee',
  'any_amount',
  'answers_anyway',
  'forgets_unread',
  'forgets_early',
  'expired_is_final',
]

interface Row {
  recipe: string
  /** Whether `webhook check` finds the mistake. */
  isFound: boolean
  /** The check of `webhook check --order` that fails, if it sees the mistake. */
  orderChecks: string[]
}

/** The rows of the guide's table. */
export function table(page: string): Row[] {
  const [, after] = read(page).split(/^\| .* \| `webhook check` \|\n\|---\|---\|---\|\n/m)
  const [rows] = after!.split('\n\n')
  return rows!.split('\n').map(row => {
    const [, , recipe, found] = row.split('|').map(cell => cell.trim())
    const orderChecks = found!.match(/(?<=`--order`: `)\w+/g) ?? []
    return { recipe: recipe!, isFound: found !== '' && orderChecks.length === 0, orderChecks }
  })
}
export const TABLE = table(PAGES[0]!)

export type ShopLanguage = 'typescript' | 'python' | 'php'

const CLIENTS = { typescript: 'pix.ts', python: 'pix.py', php: 'pix.php' }

/** Writes a shop, its recipes and the client of the guide into a folder. */
export function writeShop(language: ShopLanguage, folder: string): void {
  cpSync(join(root, 'test/fixtures/recipes', language), folder, { recursive: true })
  writeFileSync(join(folder, CLIENTS[language]), blocks(`docs/guide/clients/${language}.md`)[0]!.text)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}
