/** Before each test file: what the one before it may have left in the process. */

import { useLanguage } from '#lib/language.ts'
import { trustAs } from '#lib/trust.ts'

useLanguage('en')
trustAs({ allowGroup: false, readOnly: false, warn: () => {} })
