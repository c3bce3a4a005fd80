/** The few words that the browser's script says. A page gives them to it: only the server knows the language. */
export interface BrowserWords {
  connecting: string
  live: string
  lost: string
  /** Before the command that opens the page again. */
  away: string
  ended: string
  copied: string
  copyFailed: string
  notCopied: string
}
