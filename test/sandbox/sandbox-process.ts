/** Run by tests as a process of its own, to be killed: a sandbox on the folder of its first argument. */

import { startSandbox } from '../../src/sandbox/index.ts'

const sandbox = await startSandbox({ dataDir: process.argv[2] ?? '', rateLimit: 'off' })
process.stdout.write(`${JSON.stringify(sandbox)}\n`)
