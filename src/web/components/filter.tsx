/** Filters of a list, and the way through its pages. */

import type { Child } from 'hono/jsx'
import { texts } from '../texts.ts'
import { Options, type OptionsProps } from './form.tsx'

interface FilterBarProps {
  action: string
  /** The value of the field `search`. */
  search: string
  /** What the search looks in, such as `id, description`. */
  searchIn: string
  /** More fields: {@link FilterChoice}. */
  children?: Child
  isSet: boolean
}

/** A form whose fields end up in the address, so that a list can be kept and shared. */
export function FilterBar({ action, search, searchIn, children, isSet }: FilterBarProps) {
  return (
    <search>
      <form method="get" action={action} class="filters">
        <div class="filter grow">
          <label for="filter-search">{texts.search()}</label>
          <input
            type="search"
            id="filter-search"
            name="search"
            value={search}
            placeholder={searchIn}
            autocomplete="off"
          />
        </div>
        {children}
        <div class="filter-end">
          <button type="submit" class="button plain">
            {texts.filter()}
          </button>
          {isSet && (
            <a class="button quiet" href={action}>
              {texts.clear()}
            </a>
          )}
        </div>
      </form>
    </search>
  )
}

/** The first option is for all. */
export function FilterChoice({
  name,
  label,
  value,
  options,
}: OptionsProps & { name: string; label: string }) {
  return (
    <div class="filter">
      <label for={`filter-${name}`}>{label}</label>
      <select name={name} id={`filter-${name}`}>
        <Options {...{ value, options }} />
      </select>
    </div>
  )
}

interface PagerProps {
  /** The addresses of the pages before and after; null where there is none. */
  previous: string | null
  next: string | null
  /** Which part this is, such as `51 to 100 of 1234`. */
  text?: Child
}

export function Pager({ previous, next, text }: PagerProps) {
  if (!previous && !next && !text) return null
  return (
    <nav class="pager" aria-label={texts.pages()}>
      <span class="hint">{text}</span>
      <span class="actions">
        {previous && (
          <a class="button plain" href={previous} rel="prev">
            {texts.previous()}
          </a>
        )}
        {next && (
          <a class="button plain" href={next} rel="next">
            {texts.next()}
          </a>
        )}
      </span>
    </nav>
  )
}
