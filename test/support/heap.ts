/** How much memory lives on. */

import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'

/** What the heap holds once all that is garbage is collected, in MiB. */
export function liveMiB(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1024 ** 2
}

/** On SIGUSR2, writes how many bytes live on into a file; buffers outside of the heap too. */
const SCRIPT = `
  require('node:v8').setFlagsFromString('--expose-gc')
  const { renameSync, writeFileSync } = require('node:fs')
  process.on('SIGUSR2', () => {
    require('node:vm').runInNewContext('gc')()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(process.env.HEAP_FILE + '.new', String(heapUsed + external))
    renameSync(process.env.HEAP_FILE + '.new', process.env.HEAP_FILE)
  })
`

/** The same of a process that is started with `env`; its files are in the folder. */
export function heapOfProcess(folder: string) {
  const [script, file] = [join(folder, 'heap.cjs'), join(folder, 'heap')]
  writeFileSync(script, SCRIPT)
  return {
    env: { NODE_OPTIONS: `--require ${script}`, HEAP_FILE: file },
    async liveMiB(child: ChildProcess): Promise<number> {
      rmSync(file, { force: true })
      child.kill('SIGUSR2')
      await expect.poll(() => existsSync(file)).toBe(true)
      return Number(readFileSync(file, 'utf8')) / 1024 ** 2
    },
  }
}
