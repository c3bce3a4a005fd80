/** English that is left on a page in Portuguese: texts that exist in both languages, and are shown in the wrong one. */

import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { english, inLanguage } from '#lib/language.ts'

const SRC = join(import.meta.dirname, '../../src')
/** In place of a value of a text, where a page may have anything. */
const VALUE = '\u00a4'
/** A shorter part of a text says nothing. */
const LONG_ENOUGH = 9

/** The texts of pages in English that are others in Portuguese: whole ones, and the parts between values. */
export async function englishTexts(): Promise<{ whole: Set<string>; parts: Set<string> }> {
  const [whole, parts] = [new Set<string>(), new Set<string>()]
  for (const file of globSync(['{web,sandbox,inspector,counter,shared,webhooks,terminal}/**/texts.ts'], {
    cwd: SRC,
  })) {
    const groups = Object.values((await import(join(SRC, file))) as Record<string, unknown>)
    for (const text of groups.flatMap(functionsOf)) {
      const one = english(() => made(text))
      const other = inLanguage('pt-BR', () => made(text))
      if (one === other) continue
      if (!one.includes(VALUE)) whole.add(one.trim())
      for (const part of one.split(VALUE).map(each => each.trim())) {
        if (part.length >= LONG_ENOUGH && part.includes(' ') && !other.includes(part)) parts.add(part)
      }
    }
  }
  return { whole, parts }
}

type AnyText = (...values: unknown[]) => unknown

function functionsOf(group: unknown): AnyText[] {
  if (typeof group === 'function') return [group as AnyText]
  return typeof group === 'object' && group !== null ? Object.values(group).flatMap(functionsOf) : []
}

/** The text with {@link VALUE} for each value; empty for one that takes something else. */
function made(text: AnyText): string {
  for (const value of [VALUE, [VALUE], 2]) {
    try {
      const result = text(value, value, value, value)
      if (typeof result === 'string') return result
    } catch {
      // Another kind of value.
    }
  }
  return ''
}

/** Everything that a person reads or hears on the page. What is a command, code or data isn't in a language. */
const READ = `(() => {
  const found = [document.title, ...Object.values(JSON.parse(document.body.dataset.words))]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.parentElement.closest('pre, code, script, style, .headers, button[lang]')) found.push(node.textContent)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-label', 'data-announce'])
    for (const element of document.querySelectorAll('[' + name + ']')) found.push(element.getAttribute(name))
  for (const input of document.querySelectorAll('input[name^=confirm-]')) found.push(input.value)
  return found
})()`

/** The texts of the page that are in English. */
export async function leftover(
  page: Page,
  { whole, parts }: Awaited<ReturnType<typeof englishTexts>>,
): Promise<string[]> {
  const texts: string[] = await page.evaluate(READ)
  const isLeft = (text: string) => whole.has(text) || [...parts].some(part => text.includes(part))
  return texts.map(text => text.replace(/\s+/g, ' ').trim()).filter(isLeft)
}
