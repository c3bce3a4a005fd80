/** Before each test file: what the one before it may have left in the process. */

import { useLanguage } from '../../src/lib/language.ts'
import { trustAs } from '../../src/lib/trust.ts'

useLanguage('en')
trustAs({ allowGroup: false, looksOnly: false, warn: () => {} })
