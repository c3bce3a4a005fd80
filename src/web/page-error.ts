/** Thrown: a page that says what is wrong. */
export class PageError extends Error {
  readonly status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503
  readonly title: string

  /** @param text what happened and what to do, in sentences */
  constructor(status: PageError['status'], title: string, text: string) {
    super(text)
    this.status = status
    this.title = title
  }
}
