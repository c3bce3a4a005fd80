import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Captured stdout is compared byte by byte; vitest's interception would rewrite it.
    disableConsoleIntercept: true,
    // The local times of commands in the tests' own process, as of those that are started.
    env: { TZ: 'America/Sao_Paulo' },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
