/** Before each test file: what the one before it may have left in the process. */

import { useLanguage } from '../../src/shared/language.ts'
import { trustAs } from '../../src/shared/trust.ts'

useLanguage('en')
trustAs({ allowGroup: false, looksOnly: false, warn: () => {} })
