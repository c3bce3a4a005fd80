/** What the script says, in the language of the page: the server has written it there. */

import type { BrowserWords } from '../words.ts'

export const words = JSON.parse(document.body.dataset.words ?? '{}') as BrowserWords
