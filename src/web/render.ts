/** Pages as answers. */

import { escapeControls } from '#lib/escape.ts'
import type { Html } from './page.ts'

/**
 * The HTML of a component. Control characters and bidi controls, which could only be text from outside, are shown as
 * `\uXXXX`, as on the terminal.
 */
export async function rendered(html: Html): Promise<string> {
  // A component may be rendered later: what it gives then is a promise.
  const text: string = await (await html).toString()
  return text.replace(/[^\n\t]+/g, escapeControls)
}

export async function htmlAnswer(html: Html, status = 200): Promise<Response> {
  return new Response(`<!doctype html>\n${await rendered(html)}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
}
