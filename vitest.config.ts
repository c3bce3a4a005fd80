import { defineConfig } from 'vitest/config'

const runsAll = process.env.PIXCTL_TEST_ALL === '1'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // CONTRIBUTING.md says which tests are only in `npm run test:all`.
    // The projects of the fixtures have test runners of their own (.ci/package.sh).
    exclude: ['test/fixtures/**', ...(runsAll ? [] : ['test/**/*.all.test.{ts,tsx}'])],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Captured stdout is compared byte by byte; vitest's interception would rewrite it.
    disableConsoleIntercept: true,
    // The local times of commands in the tests' own process, as of those that are started.
    env: { TZ: 'America/Sao_Paulo' },
    // Forks, for a thread has no time zone of its own. A fork runs one file after another without starting anew:
    // what a file changes in its process, it puts back. More than two a processor gain nothing, but for the tests that wait
    // for disks, other programs and real time.
    pool: 'forks',
    isolate: false,
    maxWorkers: 4,
    // A test waits for events. These limits end one whose event never comes: they are far from what a busy machine needs.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
