/** The rows of a list: where `j` and `k` begin, and what is in view. */

/** The row that is open beside the list, if there is one. */
export function currentRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-row][aria-current]')
}

/** Scrolls a list to its open row. */
export function showCurrentRow(): void {
  currentRow()?.scrollIntoView({ block: 'nearest' })
}
