/**
 * The workflows of docs/guide, run step by step as a runner does: in a fresh clone of a small project, with Node 20 in PATH
 * until a step installs another. Actions of GitHub are done here, pixctl's own as its file says; a service container is a
 * process with its environment.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/http.ts'
import { blocks, guide, portuguese, read, root } from './pages.ts'

interface Step {
  id?: string
  uses?: string
  with?: Record<string, string | number | boolean>
  run?: string
  env?: Record<string, string>
}
interface Job {
  env?: Record<string, string>
  services?: Record<string, { env: Record<string, string> }>
  steps: Step[]
}

const WORKFLOWS = [...guide, ...portuguese].flatMap(page =>
  blocks(page)
    .filter(({ info, text }) => info === 'yaml' && /^jobs:$/m.test(text))
    .map(({ text }, n) => ({ page, number: n + 1, text })),
)
/** Each once: the pages in Portuguese have the same, but for comments. */
const SAMPLES = [...new Map(WORKFLOWS.map(each => [each.text.replace(/ *#.*\n/g, ''), each])).values()]

/** Each installs a package, and starts a sandbox. */
const LONGEST_MS = 240_000

it('there are three of them, the same in each language', () => {
  expect(WORKFLOWS).toHaveLength(6)
  expect(SAMPLES).toHaveLength(3)
})

describe.each(SAMPLES)('workflow $number of $page', ({ text }) => {
  it(
    'ends green',
    async () => {
      const ended = await runJob(text)
      expect(ended.code, ended.said).toBe(0)
    },
    LONGEST_MS,
  )
})

describe('the first workflow', () => {
  const [{ text }] = WORKFLOWS as [(typeof WORKFLOWS)[number]]
  const without = (step: RegExp) => {
    const shorter = text.replace(step, '')
    expect(shorter).not.toBe(text)
    return runJob(shorter)
  }

  it(
    'ends red without its npm ci',
    async () => {
      expect((await without(/ +- run: npm ci\n/)).code).not.toBe(0)
    },
    LONGEST_MS,
  )

  it(
    'ends red with the Node of the runner, and says which one pixctl needs',
    async () => {
      const { code, said } = await without(/ +- uses: actions\/setup-node.*\n.*\n.*\n/)
      expect(said).toMatch(/Node(\.js)? 22/)
      expect(code).not.toBe(0)
    },
    LONGEST_MS,
  )
})

/** The folders of programs without those of this project, and Node 20 before them. */
function pathOfRunner(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(each => !each.includes('node_modules'))
  const isNode20 = (folder: string) =>
    /^v20\./.test(spawnSync(join(folder, 'node'), ['--version']).stdout?.toString() ?? '')
  const own = folders.find(isNode20) ?? installNode20()
  return [own, ...folders].join(delimiter)
}

function installNode20(): string {
  const folder = temporaryFolder()
  const name = `node-${process.platform}-${process.arch}`
  const flags = ['--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
  expect(spawnSync('npm', ['install', ...flags, `${name}@20`]).status).toBe(0)
  return join(folder, 'node_modules', name, 'bin')
}

/** A repository with a lock file, in which pixctl is a development dependency. */
function repository(env: NodeJS.ProcessEnv): string {
  const folder = temporaryFolder()
  cpSync(join(root, 'test/fixtures/workflow'), folder, { recursive: true })
  const from = temporaryFolder()
  for (const each of ['bin', 'dist', 'oclif.manifest.json'])
    cpSync(join(root, each), join(from, each), { recursive: true })
  // Without keytar, which nothing here uses.
  const { name, version, type, bin, engines } = JSON.parse(read('package.json'))
  writeFileSync(join(from, 'package.json'), JSON.stringify({ name, version, type, bin, engines }))
  const script = `
    npm pack --silent --pack-destination "$1" "$2" && cd "$1" && npm install --silent --package-lock-only &&
    git init --quiet && git add . && git -c user.name=CI -c user.email=ci@example.com commit --quiet --message Shop`
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', folder, from], {
    env,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return folder
}

async function runJob(workflow: string): Promise<{ code: number; said: string }> {
  const [shop, service] = [await freePort(), await freePort()]
  const here = workflow.replaceAll(':3000/', `:${shop}/`).replaceAll('127.0.0.1:4010', `127.0.0.1:${service}`)
  const [job] = Object.values<Job>(parse(here).jobs)
  const home = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    PATH: pathOfRunner(),
    HOME: home,
    CI: 'true',
    PORT: String(shop),
    ...settingsOfNpm(),
  }
  const from = repository(env)
  const folder = join(home, 'work')
  const outputs: Record<string, string> = {}

  /**
   * One `run`, in a process group that ends with the test: what it starts goes on after it. So what it says goes to a file: a
   * pipe would be open until then.
   */
  async function shell(script: string, more: Record<string, string> = {}) {
    const log = join(home, 'log')
    const output = openSync(log, 'w')
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...env, ...job!.env, ...more },
      stdio: ['ignore', output, output],
      detached: true,
    })
    closeSync(output)
    onTestFinished(() => endGroup(child))
    await once(child, 'exit')
    return { code: child.exitCode ?? 1, said: readFileSync(log, 'utf8') }
  }

  for (const { env: own } of Object.values(job!.services ?? {})) await startService(own, service)

  const resolve = (given: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace(
          /\$\{\{ steps\.(\w+)\.outputs\.([a-z-]+) \}\}/g,
          (_, id, output) => outputs[`${id}.${output}`]!,
        ),
      ]),
    )

  for (const step of job!.steps) {
    let ended = { code: 0, said: '' }
    if (step.run !== undefined) ended = await shell(step.run, resolve(step.env))
    else if (step.uses!.startsWith('actions/checkout@')) {
      expect(spawnSync('git', ['clone', '--quiet', from, folder]).status).toBe(0)
    } else if (step.uses!.startsWith('actions/setup-node@')) {
      // The Node that these tests run on.
      expect(String(step.with?.['node-version'])).toBe(process.versions.node.split('.')[0])
      const bin = join(home, 'node')
      mkdirSync(bin)
      symlinkSync(process.execPath, join(bin, 'node'))
      env.PATH = bin + delimiter + env.PATH
    } else ended = await runAction(step)
    if (ended.code !== 0) return ended
  }
  return { code: 0, said: '' }

  /** A step that uses an action of this project. */
  async function runAction({ uses, id, with: inputs }: Step) {
    const [, path] = /^pixctl\/pixctl\/(.+)@main$/.exec(uses!) ?? []
    const at = join(root, path!)
    const action = parse(readFileSync(join(at, 'action.yml'), 'utf8'))
    const output = join(home, 'output')
    writeFileSync(output, '')
    const [{ run, env: own }] = action.runs.steps
    const input = (name: string) => String(inputs?.[name] ?? action.inputs[name].default ?? '')
    const given = Object.entries<string>(own).map(([name, value]) => [
      name,
      input(/inputs\.([a-z-]+)/.exec(value)![1]!),
    ])
    const more = { GITHUB_ACTION_PATH: at, GITHUB_OUTPUT: output, ...Object.fromEntries(given) }
    const ended = await shell(run, more)
    for (const line of readFileSync(output, 'utf8').trim().split('\n')) {
      const [name, ...value] = line.split('=')
      outputs[`${id}.${name}`] = value.join('=')
    }
    return ended
  }
}

/** What the container does, beside the runner: `shop` is this machine. */
async function startService(given: Record<string, string>, port: number) {
  const env = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace('//shop:', '//127.0.0.1:')]),
  )
  const flags = ['sandbox', 'start', '--port', String(port), '--data', ':memory:', '--json']
  const child = spawn(process.execPath, [join(root, 'bin/run.js'), ...flags], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder(), ...env },
    detached: true,
  })
  onTestFinished(() => endGroup(child))
  await once(child.stdout, 'data')
}

/** Where npm finds its registry on this machine; the home of the job is empty. */
function settingsOfNpm(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_(registry|cafile|userconfig)|NODE_EXTRA_CA_CERTS)$/i.test(name),
  )
  return Object.fromEntries(own) as Record<string, string>
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
