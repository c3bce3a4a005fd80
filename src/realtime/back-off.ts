/** How long the realtime channel waits before it connects again. */

import type { BackOff } from '#lib/back-off.ts'

export const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0, 1] }
