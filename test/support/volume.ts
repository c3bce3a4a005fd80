/** How much a test does of what it could do without end: the whole with `npm run test:all`, a part of it otherwise. */

/** Whether this is `npm run test:all`. */
export const runsAll = process.env.PIXCTL_TEST_ALL === '1'

/** How many events, kills or rounds: `whole` with `npm run test:all`, `part` with `npm test`. */
export const volume = (whole: number, part: number): number => (runsAll ? whole : part)

/** How many generated cases fast-check runs. */
export const cases = (whole = 100) => ({ numRuns: volume(whole, whole / 4) })

/** All of these similar cases with `npm run test:all`, one in `every` of them with `npm test`. */
export const some = <T>(cases: readonly T[], every = 3): T[] =>
  cases.filter((_, index) => runsAll || index % every === 0)
