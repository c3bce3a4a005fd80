/** What others read of the package: oclif's tools its commands, npm its package.json. */

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ALIASES, COMMANDS, TOPICS } from '#cli/dispatch/commands.ts'
import { texts } from '#cli/dispatch/help/texts.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(file, 'utf8')
const manifest = JSON.parse(read(join(root, 'oclif.manifest.json')))
const { oclif } = JSON.parse(read(join(root, 'package.json')))

/** A folder with its own package.json, removed after the test. */
function copyOfPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  return folder
}

function node(folder: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { stdout, stderr, status }
}

describe('oclif', () => {
  it('finds the commands, and runs nothing', () => {
    const script = `import(${JSON.stringify(join(root, oclif.commands.target))})
      .then(module => console.log(JSON.stringify([Object.keys(module), Object.keys(module.COMMANDS)])))`
    expect(node(root, '-e', script)).toEqual({
      stdout: `${JSON.stringify([['COMMANDS'], Object.keys(COMMANDS)])}\n`,
      stderr: '',
      status: 0,
    })
  })

  it('reads the same aliases and topics as pixctl itself', () => {
    const commands: { id: string; aliases: string[] }[] = Object.values(manifest.commands)
    const aliases = commands.flatMap(({ id, aliases }) => aliases.map(alias => [alias, id]))
    expect(Object.fromEntries(aliases)).toEqual(ALIASES)
    const topics = TOPICS.map(name => [name, { description: texts.topic[name]() }])
    expect(oclif.topics).toEqual(Object.fromEntries(topics))
  })
})

describe('while npm packs', () => {
  const KEYTAR = 'node_modules/keytar/package.json'

  /** A copy in which npm could pack, with keytar as it is in the registry. */
  function copyToPack(): string {
    const folder = copyOfPackage()
    mkdirSync(join(folder, 'node_modules/keytar'), { recursive: true })
    copyFileSync(join(root, KEYTAR), join(folder, KEYTAR))
    mkdirSync(join(folder, 'dist/man/man1'), { recursive: true })
    writeFileSync(join(folder, 'dist/man/man1/pixctl.1'), '')
    cpSync(join(root, 'src/contract'), join(folder, 'src/contract'), { recursive: true })
    return folder
  }
  const pack = (folder: string, ...args: string[]) =>
    expect(node(folder, join(root, 'tools/pack.ts'), ...args)).toEqual({ stdout: '', stderr: '', status: 0 })

  it('nothing that is for development only is in it, and all of it is back afterwards, though npm was killed once', () => {
    const folder = copyToPack()
    const whole = [read(join(folder, 'package.json')), read(join(folder, KEYTAR))] as const
    pack(folder)
    pack(folder)
    const { imports, scripts, workspaces, allowScripts, scarfSettings, devDependencies, ...rest } =
      JSON.parse(whole[0])
    const bundled = { bundleDependencies: ['keytar'], man: ['./dist/man/man1/pixctl.1'] }
    expect(JSON.parse(read(join(folder, 'package.json')))).toEqual({ ...rest, ...bundled })
    for (const name of ['openapi.yaml', 'asyncapi.yaml', 'output/charge.json', 'output/service.json']) {
      expect(existsSync(join(folder, 'contract', name))).toBe(true)
    }
    // keytar has no script, and nothing to compile.
    const { name, version, license, main } = JSON.parse(whole[1])
    const packed = JSON.parse(read(join(folder, KEYTAR)))
    const files = expect.arrayContaining(['lib', 'prebuilds'])
    expect(packed).toMatchObject({ name, version, license, main, files })
    expect(Object.keys(packed)).not.toContain('scripts')
    expect(Object.keys(packed)).not.toContain('dependencies')
    pack(folder, '--restore')
    expect([read(join(folder, 'package.json')), read(join(folder, KEYTAR))]).toEqual(whole)
    expect(existsSync(join(folder, 'contract'))).toBe(false)
    pack(folder, '--restore')
  })
})
