/** A sandbox on a machine, for the tests of its stores. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

/** A machine that ends with the test. */
export function newMachine(): LocalMachine {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** A machine with a running sandbox. */
export async function start(...args: string[]) {
  const machine = newMachine()
  const sandbox = await startSandboxOn(machine.host(), ...args)
  const pixctl = (...words: string[]) => machine.pixctl(words)
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await pixctl(...words, '--json')
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const configText = () => readFileSync(join(machine.configDir, 'config.json'), 'utf8')
  return { machine, sandbox, pixctl, json, configText }
}
