/** A sandbox on the folder of its first argument. Tests run it as a separate process and kill it. */

import { startSandbox } from '#sandbox/index.ts'

const sandbox = await startSandbox({ dataDir: process.argv[2] ?? '', rateLimit: 'off' })
process.stdout.write(`${JSON.stringify(sandbox)}\n`)
