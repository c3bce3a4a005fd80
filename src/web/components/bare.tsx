/** Pages without navigation: for browsers that aren't logged in, which hold no data, and short questions. */

import type { Child } from 'hono/jsx'
import { texts } from '../texts.ts'
import { CommandLine } from './command-line.tsx'
import { Document } from './document.tsx'
import { Button, HiddenFields, TextField } from './form.tsx'
import { LanguageSwitch } from './language-switch.tsx'

interface BareProps {
  product: string
  title: string
  children?: Child
}

function Bare({ product, title, children }: BareProps) {
  return (
    <Document {...{ title, product }} class="bare">
      <main class="card" id="main">
        <p class="brand">{product}</p>
        {children}
      </main>
    </Document>
  )
}

const ERRORS = { wrong: texts.wrongCode, unknown: texts.codeOfUnknown }

interface LoginProps {
  product: string
  openCommand: string
  /** How one gets in, where no command opens a new login. */
  how: string | undefined
  /** What was wrong with the code that was sent. */
  error?: keyof typeof ERRORS | undefined
  to: string
}

export function LoginPage({ product, openCommand, how, error, to }: LoginProps) {
  const [command, lead] =
    error === 'unknown'
      ? [`${openCommand} --print`, texts.openPrinted()]
      : [openCommand, texts.opensAddress()]
  return (
    <Bare product={product} title={texts.logIn()}>
      <h1>{texts.logIn()}</h1>
      <p class="lead">{how ?? `${texts.runThisCommand()} ${lead}`}</p>
      {how === undefined && <CommandLine command={command} />}
      <form method="post" action="/login" class="stack" data-login>
        <input type="hidden" name="to" value={to} />
        <TextField
          name="code"
          label={texts.pasteCode()}
          hint={texts.whatIsCode()}
          error={error && ERRORS[error]()}
          required
        />
        <Button>{texts.logIn()}</Button>
      </form>
      <LanguageSwitch to={to} />
    </Bare>
  )
}

export function MessagePage({
  product,
  title,
  text,
  path,
}: Omit<BareProps, 'children'> & { text: string; path: string }) {
  return (
    <Bare {...{ product, title }}>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      <p>
        <a class="button" href={path}>
          {texts.openPage()}
        </a>
      </p>
    </Bare>
  )
}

/** Asked by a page of its own before a form is carried out. */
export interface Confirmation {
  title: string
  text: string
  /** The word on the button that goes on, such as `Revoke`. */
  button: string
}

interface ConfirmProps extends Omit<BareProps, 'title' | 'children'> {
  confirm: Confirmation
  /** The path of the form that was sent, and its fields. */
  action: string
  fields: Iterable<readonly [name: string, value: string]>
  /** The page that has the form. */
  back: string
}

/** Asks before a form is carried out. */
export function ConfirmPage({ confirm, action, fields, back, ...bare }: ConfirmProps) {
  return (
    <Bare {...bare} title={confirm.title}>
      <h1>{confirm.title}</h1>
      <p class="lead">{confirm.text}</p>
      <form method="post" action={action} class="actions">
        <HiddenFields fields={fields} />
        <Button tone="danger">{confirm.button}</Button>
        <a class="button plain" href={back}>
          {texts.cancel()}
        </a>
      </form>
    </Bare>
  )
}
