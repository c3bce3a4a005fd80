/**
 * docs/deploy/sandbox, tried without a container engine. The lines of its Dockerfile run in a folder in place of the root.
 * Then the commands of compose.yaml, the health check and the steps of the guide run as they stand there, with their names,
 * addresses and ports, in a network of their own (`unshare`), and the folder is read-only but for /tmp. Not tried: the
 * images, and the limits of the containers.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/folder.ts'
import { describeNeeding } from '../support/needs.ts'
import { blocks, read, root } from './pages.ts'

const folder = join(root, 'docs/deploy/sandbox')
const dockerfile = read('docs/deploy/sandbox/Dockerfile')
const { services } = parse(read('docs/deploy/sandbox/compose.yaml'), { merge: true })
const pixctl = JSON.parse(read('package.json'))
const manifest = JSON.parse(read('oclif.manifest.json'))
const node = dirname(process.execPath)

type Instruction = [name: string, rest: string]
const instructions = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line !== '')
  .map(line => /^(\w+) (.*)$/.exec(line)!.slice(1) as Instruction)
const all = (name: string) => instructions.flatMap(([each, rest]) => (each === name ? [rest] : []))
const words = (name: string): string[] => JSON.parse(all(name)[0]!)
const health: string[] = JSON.parse(/ CMD (\[.*\])$/.exec(all('HEALTHCHECK')[0]!)![1]!)
const quoted = (parts: readonly string[]) => parts.map(part => `'${part.replaceAll("'", "'\\''")}'`).join(' ')

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect(status, `${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`).toBe(0)
  return stdout
}

/** What `npm pack` makes of this build; without keytar, which a sandbox doesn't use. */
function packed(): string {
  const from = temporaryFolder()
  for (const each of ['bin', 'dist', 'oclif.manifest.json'])
    cpSync(join(root, each), join(from, each), { recursive: true })
  const { name, version, type, bin, engines } = pixctl
  writeFileSync(join(from, 'package.json'), JSON.stringify({ name, version, type, bin, engines }))
  run('npm', ['pack', '--silent'], from)
  return join(from, `pixctl-${version}.tgz`)
}

/** Follows the Dockerfile. Each stage has a folder in place of its root; gives the last one. */
function build(): { at: string; here(text: string): string } {
  const context = temporaryFolder()
  cpSync(folder, context, { recursive: true })
  cpSync(packed(), join(context, `pixctl-${pixctl.version}.tgz`))
  const stages: Record<string, string> = {}
  let [at, cwd] = ['', '']
  const here = (text: string) =>
    text.replace(/(?<![\w.:/*])\/(?=(package|usr\/local|opt|data|tmp|srv)\b)/g, `${at}/`)
  for (const [name, rest] of instructions) {
    if (name === 'FROM') {
      at = temporaryFolder()
      cwd = at
      for (const each of ['usr/local/bin', 'usr/local/lib', 'opt', 'tmp', 'srv', 'home'])
        mkdirSync(join(at, each), { recursive: true })
      stages[/ AS (\w+)$/.exec(rest)?.[1] ?? ''] = at
    } else if (name === 'WORKDIR') {
      cwd = here(rest)
      mkdirSync(cwd)
    } else if (name === 'COPY') {
      const [, from, files] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)!
      const [what, to] = files!.split(' ') as [string, string]
      const source = from === undefined ? join(context, what) : stages[from] + what
      run('bash', ['-c', `cp -r ${source} ${here(to)}`], cwd)
    } else if (name === 'RUN') {
      // There is no user `node` here.
      const command = here(rest).replaceAll('=node ', `=${userInfo().username} `)
      const env = {
        ...process.env,
        PATH: `${node}:${process.env.PATH}`,
        npm_config_prefix: join(at, 'usr/local'),
      }
      run('bash', ['-c', command], cwd, env)
    }
  }
  return { at, here }
}

const flagsOf = ([noun, verb, ...flags]: string[]) => {
  const known = Object.keys(manifest.commands[`${noun}:${verb}`].flags)
  return flags
    .filter(flag => flag.startsWith('--'))
    .map(flag => known.includes(flag.slice(2).replace(/=.*$/, '')))
}

describe('the container file of the sandbox', () => {
  it('has nothing that a linter complains of', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('runs as an ordinary user, names the versions of its images, and runs a command with flags that it has', () => {
    expect(all('USER')).toEqual(['node'])
    for (const image of all('FROM')) expect(image).toMatch(/:\d/)
    expect(words('ENTRYPOINT')).toEqual(['pixctl'])
    expect(flagsOf(words('CMD'))).toEqual([true, true, true])
  })
})

describe('the compose file of the sandbox', () => {
  it('is valid by the schema of the specification and by its linter', () => {
    const rules = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order']
    const disabled = rules.map(rule => `--disable-rule=${rule}`)
    const lint = join(root, 'node_modules/dclint/bin/dclint.cjs')
    run(process.execPath, [lint, join(folder, 'compose.yaml'), '--max-warnings=0', ...disabled], root)
  })

  it('has read-only roots, and publishes on loopback only', () => {
    for (const { read_only: readOnly, ports } of Object.values<{ read_only: boolean; ports: string[] }>(
      services,
    )) {
      expect(readOnly).toBe(true)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })
})

/** What makes a network and mounts of its own: as an ordinary user, otherwise as root. */
const alone = [
  ['unshare', '--map-root-user', '--mount', '--net'],
  ['sudo', '--non-interactive', 'unshare', '--mount', '--net'],
].find(([command, ...args]) => spawnSync(command!, [...args, 'ip', 'link']).status === 0)
const missing = alone ? null : 'it needs unshare, and ip of the package iproute2'

describeNeeding(
  { missing, requiredBy: 'PIXCTL_REQUIRE_SERVERS' },
  'a shop and the sandbox in containers',
  () => {
    const steps = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md'].map(
      page => blocks(page).find(({ text }) => text.includes('docker compose'))!.text,
    )

    it('the guides have the same steps', () => {
      expect(steps[0]).toBe(steps[1])
    })

    it('do what the guide says, by their names, over http, with nothing to write to but /tmp', () => {
      const { at, here } = build()
      symlinkSync(process.execPath, join(at, 'usr/local/bin/node'))
      cpSync(join(folder, 'shop.mjs'), join(at, 'srv/shop.mjs'))
      const hosts = join(temporaryFolder(), 'hosts')
      writeFileSync(hosts, '127.0.0.1 localhost\n10.80.0.10 sandbox\n10.80.0.11 shop\n')
      const variables = all('ENV')[0]!.split(/\s+/)
      const { sandbox, shop } = services
      const envOf = (more: Record<string, string>, own: string[] = []) => [
        ...own,
        `HOME=${at}/home`,
        `PATH=${at}/usr/local/bin:/usr/bin:/bin`,
        ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
      ]
      const inSandbox = quoted(['env', '-i', ...envOf(sandbox.environment, variables.map(here))])
      const inShop = quoted(['env', '-i', ...envOf(shop.environment)])
      const [up, create, act, look, down] = steps[0]!.trim().split('\n').slice(-5) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const script = `
      set -euo pipefail
      mount --bind ${at} ${at}
      mount -o remount,bind,ro ${at}
      mount -t tmpfs tmpfs ${at}/tmp
      mount --bind ${hosts} /etc/hosts
      ip link set lo up
      ip address add 10.80.0.10/24 dev lo
      ip address add 10.80.0.11/24 dev lo
      docker() {
        case "$*" in
          'compose up --build --detach --wait')
            ${inSandbox} ${quoted(words('ENTRYPOINT'))} ${quoted((sandbox.command ?? words('CMD')).map(here))} >${at}/tmp/sandbox 2>&1 &
            sandbox=$!
            for _ in $(seq 200); do ${inSandbox} ${quoted(health)} && break; kill -0 $sandbox; sleep 0.1; done
            ${inShop} ${quoted(shop.command.map(here))} >${at}/tmp/shop 2>&1 &
            shop=$!
            for _ in $(seq 200); do curl --silent --output /dev/null http://shop:3000/ && break; sleep 0.1; done ;;
          'compose exec sandbox '*) shift 3; ${inSandbox} "$@" ;;
          'compose down')
            kill -TERM $sandbox $shop
            wait $sandbox && code=0 || code=$?
            echo "sandbox $code"
            ${inSandbox} ${quoted(health)} || echo "unhealthy"
            wait $shop && echo "shop 0" ;;
          *) echo "unknown: $*" >&2; return 1 ;;
        esac
      }
      touch ${at}/home/x 2>/dev/null && echo 'it can be written to'
      ${up}
      ${create}
      ${look}
      ${act} >/dev/null 2>&1
      for _ in $(seq 100); do ${look} | grep true && break; sleep 0.1; done
      ls ${at}/tmp
      ${down}`
      const [command, ...args] = alone!
      const lines = run(command!, [...args, 'bash', '-c', script], at)
        .trim()
        .split('\n')
      const id = expect.stringMatching(/^pay_\w+$/)
      expect(lines.slice(0, 2).map(line => JSON.parse(line))).toEqual([
        { id, shipped: false },
        { id, shipped: true },
      ])
      expect(lines.slice(2)).toEqual(['pixctl', 'sandbox', 'shop', 'sandbox 143', 'unhealthy', 'shop 0'])
      expect(readdirSync(join(at, 'data'))).toEqual([])
    })
  },
)
