/** `--qr-dir DIR`: DIR/index.html, a page without a network that has the code of each charge, to print or to send from. */

import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotSent, type RowResult } from '#charges/from-file/results.ts'
import { toBRL } from '#contract/money.ts'
import { escapeControls } from '#lib/escape.ts'
import { language } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { fitsQr, qrSvg } from '#lib/qr-code.ts'
import { stateWord } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

/** Written a row at a time under another name, so that a page is there whole or not at all. */
export class CodePage {
  readonly #folder: string
  readonly #title: string
  readonly #temporary: string
  #file: FileHandle | undefined
  #isGivenUp = false

  /** @param title what the rows are, such as the name of their file */
  constructor(folder: string, title: string) {
    this.#folder = folder
    this.#title = title
    this.#temporary = join(folder, `.${randomUUID()}.tmp`)
  }

  /** Throws system errors unchanged, like {@link end}; then the page is given up. */
  async add(result: RowResult): Promise<void> {
    if (this.#isGivenUp) return
    // Until this row is there.
    this.#isGivenUp = true
    const start = this.#file ? '' : head(this.#title)
    this.#file ??= await open(this.#temporary, 'wx')
    await this.#file.appendFile(start + (await card(result)))
    this.#isGivenUp = false
  }

  /** @param isWhole false leaves the page of an earlier run as it is */
  async end(isWhole: boolean): Promise<void> {
    try {
      if (!isWhole || this.#isGivenUp) return
      await this.#file?.appendFile(`</main>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`)
      await rename(this.#temporary, join(this.#folder, 'index.html'))
    } finally {
      await this.#file?.close()
      await rm(this.#temporary, { force: true })
    }
  }
}

function head(title: string): string {
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.pageTitle()}</title>
<style>${STYLE}</style>
</head>
<body data-copy="${texts.copy()}" data-copied="${texts.copied()}" data-selected="${texts.selected()}">
<header>
<h1>${texts.pageTitle()}</h1>
<p dir="auto">${html(title)}</p>
</header>
<main>
`
}

/** One that can't be paid any more has the word for that in place of the code. */
async function card({ row, outcome, created, failure }: RowResult): Promise<string> {
  const { reference, request } = row
  const name = request.description.trim() || reference
  const { status, pixCode, expiresAt, amount } = created?.payment ?? {}
  const isOpen = status === 'PENDING' && pixCode
  const noCode = status === 'PENDING' ? texts.noCode() : stateWord(status ?? '')
  const otherwise = created ? noCode : texts.outcomes[isNotSent(failure) ? 'notSent' : outcome]()
  const why = failure?.localizedLines.join('; ') ?? ''
  const until = expiresAt ? `<p>${html(texts.payUntil(formatLocal(expiresAt)))}</p>` : ''
  const code = isOpen
    ? `${until}
<div class="qr" role="img" aria-label="${texts.qrCode()}">${fitsQr(pixCode) ? await qrSvg(pixCode) : ''}</div>
<code>${html(pixCode)}</code>
<button type="button">${texts.copy()}</button>`
    : `<p class="end">${html(otherwise)}</p>${why && `\n<p>${html(why)}</p>`}`
  return `<article>
<h2 dir="auto">${html(name)}</h2>
${name === reference ? '' : `<p dir="auto">${html(reference)}</p>`}
<p class="amount">${html(amount === undefined ? toBRL(request.amount) : humanAmount(amount))}</p>
${code}
</article>
`
}

function html(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1, h2, p { margin: 0 0 0.5rem; }
h2, .amount, .end { font-size: 1.25rem; font-weight: 600; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; }
article { padding: 1rem; border: 1px solid #888; border-radius: 0.5rem; overflow-wrap: anywhere; break-inside: avoid; }
.qr { max-width: 14rem; }
code { display: block; font-size: 0.75rem; }
button { min-height: 44px; margin-top: 0.5rem; padding: 0 1.5rem; font: inherit; }
@media print {
  :root { color-scheme: light; font-size: 12px; }
  button { display: none; }
}
`

/** Copies: selected it is too, for a browser that refuses a file its clipboard. */
const SCRIPT = `
const { copy, copied, selected } = document.body.dataset
document.addEventListener('click', async ({ target: button }) => {
  if (button.tagName !== 'BUTTON') return
  const code = button.previousElementSibling
  getSelection().selectAllChildren(code)
  let word = selected
  try {
    await navigator.clipboard.writeText(code.textContent)
    word = copied
  } catch {}
  button.textContent = word
  setTimeout(() => { button.textContent = copy }, 2000)
})
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`
