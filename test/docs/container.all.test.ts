/**
 * The container files, tried without a container engine. The lines of a Dockerfile run in a folder in place of the root.
 * Of docs/deploy/sandbox, the commands of compose.yaml, the health check and the steps of the guide then run as they stand
 * there, with their names, addresses and ports, in a network of their own (`unshare`), and the folder is read-only but for
 * its /tmp. The images, their user, and the limits of the containers are tried by .ci/containers.sh.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/folder.ts'
import { describeNeeding } from '../support/needs.ts'
import { blocks, read, root } from './pages.ts'

const folder = 'docs/deploy/sandbox'
const { services } = parse(read(`${folder}/compose.yaml`), { merge: true })
const pixctl = JSON.parse(read('package.json'))
const manifest = JSON.parse(read('oclif.manifest.json'))
const pages = ['docs/guide/test-your-integration.md', 'docs/guide/pt-BR/test-your-integration.md']
const blockWith = (page: string, words: string) => blocks(page).find(({ text }) => text.includes(words))!.text

/** The instructions of a Dockerfile, in their order. */
function instructionsOf(file: string): { name: string; rest: string }[] {
  const lines = read(file)
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  return lines
    .filter(line => line !== '')
    .map(line => {
      const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
      return { name, rest }
    })
}
const instructions = instructionsOf(`${folder}/Dockerfile`)
const all = (name: string) => instructions.flatMap(each => (each.name === name ? [each.rest] : []))
const only = (name: string) => all(name)[0]!
const health: string[] = JSON.parse(/ CMD (\[.*\])$/.exec(only('HEALTHCHECK'))![1]!)
const [entry, command]: string[][] = [JSON.parse(only('ENTRYPOINT')), JSON.parse(only('CMD'))]

function run(
  program: string,
  args: readonly string[],
  cwd = root,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect(status, `${error ?? ''}${stdout}${stderr}`).toBe(0)
  return stdout
}

/** What `npm pack` makes of this build; without keytar, which nothing here uses. */
function packed(): string {
  const from = temporaryFolder()
  for (const each of ['bin', 'dist', 'oclif.manifest.json']) {
    cpSync(join(root, each), join(from, each), { recursive: true })
  }
  const { name, version, type, bin, engines } = pixctl
  writeFileSync(join(from, 'package.json'), JSON.stringify({ name, version, type, bin, engines }))
  run('npm', ['pack', '--silent'], from)
  return join(from, `pixctl-${version}.tgz`)
}

/** Follows a Dockerfile. Each stage has a folder in place of its root; gives the last one, and a text for it. */
function build(file: string): { at: string; here(text: string): string } {
  const context = temporaryFolder()
  cpSync(packed(), join(context, `pixctl-${pixctl.version}.tgz`))
  const stages = new Map<string | undefined, string>()
  let [at, cwd] = ['', '']
  const here = (text: string) =>
    text.replace(/(?<![\w.:/*])\/(?=(package|usr\/local|opt|data|tmp|srv)\b)/g, `${at}/`)
  const follow: Record<string, (rest: string) => void> = {
    FROM: rest => {
      at = temporaryFolder()
      for (const each of ['usr/local/bin', 'usr/local/lib', 'opt', 'tmp', 'srv', 'home']) {
        mkdirSync(join(at, each), { recursive: true })
      }
      stages.set(/ AS (\w+)$/.exec(rest)?.[1], at)
      cwd = at
    },
    WORKDIR: rest => {
      cwd = here(rest)
      mkdirSync(cwd)
    },
    COPY: rest => {
      const [, from, what, to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? []
      run('bash', ['-c', `cp -r ${from ? stages.get(from) : context}/${what} ${here(to)}`], cwd)
    },
    RUN: rest => {
      const env = {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        npm_config_prefix: join(at, 'usr/local'),
      }
      // There is no user `node` here.
      run('bash', ['-c', here(rest).replaceAll('=node ', `=${userInfo().username} `)], cwd, env)
    },
  }
  for (const { name, rest } of instructionsOf(file)) follow[name]?.(rest)
  symlinkSync(process.execPath, join(at, 'usr/local/bin/node'))
  return { at, here }
}

// GNU's install and stat.
describe.skipIf(process.platform !== 'linux').each(['docs/deploy/Dockerfile', `${folder}/Dockerfile`])(
  '%s',
  file => {
    it('makes a folder in which pixctl runs, and one for data that only its user can read', () => {
      const { at } = build(file)
      const env = { PATH: join(at, 'usr/local/bin') }
      expect(run(join(at, 'usr/local/bin/pixctl'), ['--version'], at, env)).toBe(`pixctl/${pixctl.version}\n`)
      expect(run('stat', ['--format=%a', join(at, 'data')])).toBe('700\n')
    })
  },
)

describe('the container file of the sandbox', () => {
  it('runs as an ordinary user, names the versions of its images, and runs a command with flags that it has', () => {
    expect(all('USER')).toEqual(['node'])
    for (const image of all('FROM')) expect(image).toMatch(/:\d/)
    expect(entry).toEqual(['pixctl'])
    const [noun, verb, ...flags] = command!
    const known = Object.keys(manifest.commands[`${noun}:${verb}`].flags).map(name => `--${name}`)
    expect(flags.filter(flag => flag.startsWith('--') && !known.includes(flag))).toEqual([])
  })
})

describe('the compose file of the sandbox', () => {
  it('has read-only roots, and publishes on loopback only', () => {
    const both = Object.values<{ read_only: boolean; ports: string[] }>(services)
    expect(both.map(each => each.read_only)).toEqual([true, true])
    for (const port of both.flatMap(({ ports }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  it.each(pages)('has the same environment as the workflow of %s', page => {
    const { jobs } = parse(blockWith(page, 'services:'))
    expect(jobs.test.services.sandbox.env).toEqual(services.sandbox.environment)
  })
})

/** What makes mounts and a network of their own: as an ordinary user, otherwise as root. */
const alone = [
  ['unshare', '--map-root-user', '--mount', '--net'],
  ['sudo', '--non-interactive', 'unshare', '--mount', '--net'],
].find(([program, ...args]) => spawnSync(program!, [...args, 'ip', 'link']).status === 0)
const missing = alone ? null : 'it needs unshare, and ip of the package iproute2'

const quoted = (words: readonly string[]) => words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')

describeNeeding(
  { missing, requiredBy: 'PIXCTL_REQUIRE_SERVERS' },
  'a shop and the sandbox in containers',
  () => {
    const [steps, inPortuguese] = pages.map(page => blockWith(page, 'docker compose'))

    it('do what the guides say, by their names, over http, with nothing to write to but /tmp', () => {
      expect(inPortuguese).toBe(steps)
      const { at, here } = build(`${folder}/Dockerfile`)
      cpSync(join(root, folder, 'shop.mjs'), join(at, 'srv/shop.mjs'))
      const hosts = join(temporaryFolder(), 'hosts')
      writeFileSync(hosts, '127.0.0.1 localhost\n10.80.0.10 sandbox\n10.80.0.11 shop\n')
      const { sandbox, shop } = services
      const lines = (environment: Record<string, string>) =>
        Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      const base = ['env', '-i', `HOME=${at}/home`, `PATH=${at}/usr/local/bin:/usr/bin:/bin`]
      const inSandbox = [...base, ...only('ENV').split(/\s+/).map(here), ...lines(sandbox.environment)]
      // `docker` runs what the files say. The last line stands for what the steps show.
      const [up, create, pay, look, down] = steps!.trim().split('\n').slice(-5)
      const script = `
      set -euo pipefail
      trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
      mount --bind ${at} ${at}
      mount -o remount,bind,ro ${at}
      mount -t tmpfs tmpfs ${at}/tmp
      mount --bind ${hosts} /etc/hosts
      ip link set lo up
      ip address add 10.80.0.10/24 dev lo
      ip address add 10.80.0.11/24 dev lo
      in_sandbox() { ${quoted(inSandbox)} "$@"; }
      is_healthy() { in_sandbox ${quoted(health)}; }
      until_it() { for _ in $(seq 200); do "$@" && return; sleep 0.1; done; return 1; }
      docker() {
        case "$*" in
          'compose up --build --detach --wait')
            ${quoted([...inSandbox, ...[...entry!, ...command!].map(here)])} >${at}/tmp/sandbox 2>&1 &
            sandbox=$!
            until_it is_healthy
            ${quoted([...base, ...lines(shop.environment), ...shop.command.map(here)])} >${at}/tmp/shop 2>&1 &
            shop=$!
            until_it curl --silent --output /dev/null http://shop:3000/ ;;
          'compose exec sandbox '*) shift 3; in_sandbox "$@" ;;
          'compose down')
            kill -TERM $sandbox $shop
            wait $sandbox && code=0 || code=$?
            echo "the sandbox ended with $code"
            is_healthy || echo 'and is not healthy'
            wait $shop ;;
          *) echo "not known: $*" >&2; return 1 ;;
        esac
      }
      is_shipped() { ${look} | grep true; }
      ! touch ${at}/home/file 2>/dev/null
      ${up}
      ${create}
      ${look}
      ${pay} >/dev/null 2>&1
      until_it is_shipped
      ls ${at}/tmp
      ${down}`
      const [program, ...args] = alone!
      const said = run(program!, [...args, 'bash', '-c', script], at)
        .trim()
        .split('\n')
      const id = expect.stringMatching(/^pay_\w+$/)
      expect(said.slice(0, 2).map(line => JSON.parse(line))).toEqual([
        { id, shipped: false },
        { id, shipped: true },
      ])
      expect(said.slice(2)).toEqual([
        'pixctl',
        'sandbox',
        'shop',
        'the sandbox ended with 143',
        'and is not healthy',
      ])
      expect(readdirSync(join(at, 'data'))).toEqual([])
    })
  },
)
