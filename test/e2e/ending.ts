/** How soon a command that is stopped has ended. */

/**
 * A process that has ended this soon after Ctrl-C, in milliseconds, has waited neither for a target (an attempt takes up to
 * 15 s), nor for a reader that doesn't read (for ever), nor for the time that SIGTERM gives (8 s). How much sooner depends on
 * how busy the machine is; the grace time itself, two seconds: test/events/run.test.ts.
 */
export const CUT_SHORT_MS = 7_000
