/** The frame of every page: head and body. */

import type { Child } from 'hono/jsx'
import { language } from '#lib/language.ts'
import { browserWords } from '../texts.ts'

interface DocumentProps {
  title: string
  product: string
  class?: string
  children?: Child
}

export function Document({ title, product, children, ...rest }: DocumentProps) {
  return (
    <html lang={language()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} - ${product}`}</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/style.css" />
        <script src="/assets/app.js" defer></script>
      </head>
      <body class={rest.class} data-words={JSON.stringify(browserWords())}>
        {children}
      </body>
    </html>
  )
}
