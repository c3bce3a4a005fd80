/** Forms, their fields and buttons. */

import type { Child } from 'hono/jsx'
import type { PageContext } from '../page.ts'

interface ActionFormProps {
  page: PageContext
  /** The path that it is posted to. */
  action: string
  values?: Readonly<Record<string, string>>
  class?: string
  children?: Child
}

/** A form that changes something, with the CSRF token. Sent twice, it changes something once. */
export function ActionForm({ page, action, values = {}, children, ...rest }: ActionFormProps) {
  const hidden = { csrf: page.csrf, once: page.once, ...values }
  return (
    <form method="post" action={action} class={rest.class ?? 'stack'}>
      <HiddenFields fields={Object.entries(hidden)} />
      {children}
    </form>
  )
}

export function HiddenFields({ fields }: { fields: Iterable<readonly [name: string, value: string]> }) {
  return (
    <>
      {[...fields].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** `main` once a page; `danger` for what can't be undone; `quiet` in rows. */
export type Tone = 'main' | 'plain' | 'danger' | 'quiet'

interface ButtonProps {
  tone?: Tone
  /** The key of the keyboard that presses it, such as `r`. In a list it is the one of the row with the focus. */
  hotkey?: string
  /** For screen readers, where the word alone doesn't say what it acts on. */
  label?: string
  children?: Child
}

export function Button({ tone = 'main', hotkey, label, children }: ButtonProps) {
  return (
    <button type="submit" class={`button ${tone}`} data-hotkey={hotkey} aria-label={label}>
      {children}
      {hotkey && <Keycap>{hotkey}</Keycap>}
    </button>
  )
}

/** The key that does the same as what it is on. */
export function Keycap({ children }: { children: string }) {
  return (
    <span class="kbd" aria-hidden="true">
      {children}
    </span>
  )
}

export function ActionButton({
  page,
  action,
  ...button
}: Pick<ActionFormProps, 'page' | 'action'> & ButtonProps) {
  return (
    <ActionForm class="inline" {...{ page, action }}>
      <Button tone="plain" {...button} />
    </ActionForm>
  )
}

interface FieldProps {
  name: string
  label: string
  value?: string | undefined
  hint?: string | undefined
  /** What is wrong with it, in a sentence. */
  error?: string | undefined
  required?: boolean
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'url'
  placeholder?: string
  /** Whether it has the focus when the page opens: the one field that the page is about. */
  autofocus?: boolean
  /** Which keyboard a phone shows. */
  inputmode?: 'decimal' | 'none' | 'numeric' | 'url'
}

export function TextField({ type = 'text', ...field }: TextFieldProps) {
  return (
    <Labelled {...field}>{attributes => <input type={type} autocomplete="off" {...attributes} />}</Labelled>
  )
}

/** Text of many lines, such as a body. */
export function TextArea({ value = '', ...field }: FieldProps & { rows: number }) {
  const off = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const
  return (
    <Labelled {...field}>
      {/* HTML drops a line feed at the start, so one is added. */}
      {attributes => <textarea {...off} {...attributes}>{`\n${value}`}</textarea>}
    </Labelled>
  )
}

export function SelectField({ value, options, ...field }: FieldProps & OptionsProps) {
  return (
    <Labelled {...field}>
      {attributes => (
        <select {...attributes}>
          <Options {...{ value, options }} />
        </select>
      )}
    </Labelled>
  )
}

export interface OptionsProps {
  value?: string | undefined
  options: readonly { value: string; label: string }[]
}

/** The options of a `select`. */
export function Options({ value = '', options }: OptionsProps) {
  return (
    <>
      {options.map(option => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </>
  )
}

interface CheckboxesProps {
  name: string
  legend: string
  options: readonly { value: string; label: string; hint?: string }[]
  /** The values that are checked. */
  values: readonly string[]
  hint?: string
  error?: string | undefined
}

/** Several of some choices. `page.fields(name)` has those that were checked. */
export function Checkboxes({ name, legend, options, values, hint, error }: CheckboxesProps) {
  return (
    <fieldset class="field" aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      <div class="checks">
        {options.map(option => (
          <label class="check">
            <input type="checkbox" name={name} value={option.value} checked={values.includes(option.value)} />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError name={name} text={error} />}
    </fieldset>
  )
}

interface LabelledProps extends FieldProps {
  /** Given the attributes of the field itself. */
  children: (attributes: Omit<FieldProps, 'label' | 'hint' | 'error'>) => Child
}

function Labelled({ label, hint, error, children, ...rest }: LabelledProps) {
  const { name } = rest
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const described = { 'aria-describedby': ids || undefined, 'aria-invalid': error ? 'true' : undefined }
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      {children({ ...rest, id: `field-${name}`, ...described } as typeof rest)}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError name={name} text={error} />}
    </div>
  )
}

function FieldError({ name, text }: { name: string; text: string }) {
  return (
    <p class="error" id={`${name}-error`}>
      {text}
    </p>
  )
}
