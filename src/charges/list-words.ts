import { texts } from './texts.ts'

/** Which page of a list was read, and how much of it there was. */
export function pageText(page: number, limit: number, found: number, total: number): string {
  return texts.page(page, Math.max(1, Math.ceil(total / limit)), found, total)
}
