// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.

import type * as contract from './types.ts'

/**
 * A charge, as the service gave it
 */
export type Charge = contract.Payment


/** What `--json` prints, by the name of its schema. */
export interface Outputs {
  'charge': Charge
}
