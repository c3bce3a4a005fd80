/**
 * Takes the pictures of the web pages for the documentation, docs/images: starts a sandbox, the counter and a listener, fills them
 * with the data of a day, and opens each page at three widths. Ids, times and QR codes differ from run to run.
 */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, missingBrowser } from '../chromium.ts'
import { cleanUp } from '../demo/machine.ts'
import { type Picture, take, WINDOWS } from './camera.ts'
import { IN_PORTUGUESE, openShop } from './shop.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')
const PORTUGUESE = '-pt-BR'
/** The pictures are in the repository for ever, so all of them together are small. */
const MAX_BYTES = 3 * 1024 * 1024

if (missingBrowser) {
  console.error(missingBrowser)
  process.exit(1)
}
/** The languages to take them in; those of another one stay as they are. */
const languages = (['en', 'pt-BR'] as const).filter(each => (process.argv[2] ?? each) === each)
const browser = await launchBrowser()
try {
  mkdirSync(FOLDER, { recursive: true })
  if (languages.includes('en')) await takeEnglish()
  if (languages.includes('pt-BR')) await takePortuguese()
} finally {
  await browser.close()
  await cleanUp()
}
const sizes = picturesIn(FOLDER).map(name => statSync(join(FOLDER, name)).size)
const total = sizes.reduce((sum, size) => sum + size, 0)
console.log(`${sizes.length} pictures, ${Math.round(total / 1024)} KiB, in docs/images`)
if (total > MAX_BYTES) {
  console.error(`more than ${MAX_BYTES / 1024} KiB`)
  process.exitCode = 1
}

async function takeEnglish(): Promise<void> {
  const shop = await openShop('en')
  for (const old of picturesIn(FOLDER)) if (!old.includes(PORTUGUESE)) rmSync(join(FOLDER, old))
  const sites = [shop.counter, shop.dashboard, shop.inspector]
  for (const site of sites) await take(browser, { ...site, folder: FOLDER, locale: 'en-US' })
  writeFileSync(join(FOLDER, 'README.md'), pageOf(sites))
  await shop.close()
}

async function takePortuguese(): Promise<void> {
  const shop = await openShop('pt-BR')
  for (const old of picturesIn(FOLDER)) if (old.includes(PORTUGUESE)) rmSync(join(FOLDER, old))
  for (const site of [shop.counter, shop.dashboard, shop.inspector]) {
    const pages = site.pages.flatMap(page => {
      const shown = IN_PORTUGUESE[page.name]
      return shown ? [{ ...page, dark: false, width: shown.width }] : []
    })
    await take(browser, { ...site, pages, folder: FOLDER, locale: 'pt-BR', suffix: PORTUGUESE })
  }
  await shop.close()
}

function picturesIn(folder: string): string[] {
  return readdirSync(folder).filter(name => /\.(png|jpg)$/.test(name))
}

/** A page that shows all of them. */
function pageOf(sites: readonly { title: string; pages: readonly Picture[] }[]): string {
  const sections = sites.map(({ title, pages }) =>
    [`## ${title}`, ...pages.map(page => `### ${page.title}\n\n${shownOf(page).join('\n')}`)].join('\n\n'),
  )
  return `# The web pages in pictures

Each page at 360, 800 and 1440 pixels. \`npm run screenshots\` takes them again, and writes this page.

${sections.join('\n\n')}

## In Portuguese

${Object.entries(IN_PORTUGUESE)
  .map(([name, { title, width }]) => `![${title}](${name}-${width}${PORTUGUESE}.png)`)
  .join('\n')}
`
}

function shownOf({ name, title, dark }: Picture): string[] {
  const widths = WINDOWS.map(([width]) => width)
  return [
    ...widths.map(width => `![${title}, ${width} pixels](${name}-${width}.png)`),
    ...(dark ? [`![${title}, dark](${name}-${widths.at(-1)}-dark.png)`] : []),
  ]
}
