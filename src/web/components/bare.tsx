/** Pages without navigation: for browsers that aren't logged in, which hold no data, and short questions. */

import type { Child } from 'hono/jsx'
import type { PageContext } from '../page.ts'
import { CommandLine } from './command-line.tsx'
import { Document } from './document.tsx'
import { Button, type Confirmation, TextField } from './form.tsx'

interface BareProps {
  product: string
  assets: PageContext['assets']
  title: string
  children?: Child
}

function Bare({ product, assets, title, children }: BareProps) {
  return (
    <Document {...{ assets, title, product }} class="bare">
      <main class="card" id="main">
        <p class="brand">{product}</p>
        {children}
      </main>
    </Document>
  )
}

const ERRORS = {
  wrong: 'This login code is wrong, too old, or was used before.',
  unknown: 'This code is for your own browser only, and the system doesn’t say whose browser this is.',
}

interface LoginProps {
  product: string
  openCommand: string
  assets: PageContext['assets']
  /** What was wrong with the code that was sent. */
  error?: keyof typeof ERRORS | undefined
  /** The path to go to afterwards. */
  to: string
}

export function LoginPage({ product, openCommand, assets, error, to }: LoginProps) {
  const [command, lead] =
    error === 'unknown'
      ? [`${openCommand} --print`, 'Open the address that it prints in this browser.']
      : [openCommand, 'It opens a new address that logs this browser in.']
  return (
    <Bare {...{ product, assets }} title="Log in">
      <h1>Log in</h1>
      <p class="lead">Run this command. {lead}</p>
      <CommandLine command={command} />
      <form method="post" action="/login" class="stack" data-login>
        <input type="hidden" name="to" value={to} />
        <TextField
          name="code"
          label="Or paste a login code"
          hint="What follows #login= in the address. It works once, for five minutes."
          error={error && ERRORS[error]}
          autocomplete="off"
          required
        />
        <Button>Log in</Button>
      </form>
    </Bare>
  )
}

/** A refusal. */
export function MessagePage({
  product,
  assets,
  title,
  text,
  path,
}: Omit<BareProps, 'children'> & { text: string; path: string }) {
  return (
    <Bare {...{ product, assets, title }}>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      <p>
        <a class="button" href={path}>
          Open the page
        </a>
      </p>
    </Bare>
  )
}

interface ConfirmProps extends Omit<BareProps, 'title' | 'children'> {
  confirm: Confirmation
  /** The path of the form that was sent, and its fields. */
  action: string
  fields: Iterable<readonly [name: string, value: string]>
  /** The page that has the form. */
  back: string
}

/** Asks before a form is carried out, in place of the dialog. */
export function ConfirmPage({ confirm, action, fields, back, ...bare }: ConfirmProps) {
  return (
    <Bare {...bare} title={confirm.title}>
      <h1>{confirm.title}</h1>
      <p class="lead">{confirm.text}</p>
      <form method="post" action={action} class="actions">
        {[...fields].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Button tone="danger">{confirm.button}</Button>
        <a class="button plain" href={back}>
          Cancel
        </a>
      </form>
    </Bare>
  )
}
