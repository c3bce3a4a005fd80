/** The frame of every page: head and body. */

import type { Child } from 'hono/jsx'
import { language } from '#lib/language.ts'
import type { PageContext } from '../page.ts'
import { browserWords } from '../texts.ts'

interface DocumentProps {
  assets: PageContext['assets']
  title: string
  product: string
  class?: string
  children?: Child
}

export function Document({ assets, title, product, children, ...rest }: DocumentProps) {
  return (
    <html lang={language()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} - ${product}`}</title>
        <link rel="icon" href={assets.icon} />
        <link rel="stylesheet" href={assets.style} />
        <script src={assets.script} defer></script>
      </head>
      <body class={rest.class} data-words={JSON.stringify(browserWords())}>
        {children}
      </body>
    </html>
  )
}
