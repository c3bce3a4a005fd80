/** Before each test file: what the one before it may have left in the process. */

import { trustAs } from '../../src/shared/trust.ts'

trustAs({ allowGroup: false, warn: () => {} })
