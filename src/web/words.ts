/** The few words that the browser's script says. A page gives them to it: only the server knows the language. */
export type BrowserWords = Record<
  'connecting' | 'live' | 'silent' | 'lost' | 'ended' | 'copied' | 'copyFailed' | 'notCopied',
  string
>
