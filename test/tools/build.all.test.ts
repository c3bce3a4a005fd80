/** What the build changes in packages does the same as before, and a package that has changed stops the build. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'
import { type BuildResult, build, type Plugin } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtProgram } from '../../tools/build/built-program.ts'
import { lazyHttp2 } from '../../tools/build/lazy-http2.ts'
import { lazyOclif } from '../../tools/build/lazy-oclif.ts'
import { lazyRequires } from '../../tools/build/lazy-requires.ts'
import { leanUndici } from '../../tools/build/lean-undici.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pixctl-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Bundle = BuildResult<{ write: false; metafile: true }>

/** Bundles a file of an installed package, or of a copy with one file edited. */
function bundle(file: string, plugin: Plugin, edit?: (text: string) => string, edited = file) {
  let base = join(root, 'node_modules')
  if (edit) {
    const name = file.split('/', file.startsWith('@') ? 2 : 1).join('/')
    cpSync(join(base, name), join(folder, 'node_modules', name), { recursive: true })
    base = join(folder, 'node_modules')
    const text = readFileSync(join(base, edited), 'utf8')
    expect(edit(text)).not.toBe(text)
    writeFileSync(join(base, edited), edit(text))
  }
  return build({
    entryPoints: [join(base, file)],
    plugins: [plugin],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    define: { esbuildDetection: 'true' },
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
}

/** Evaluates a CommonJS source; `loaded` grows with everything that it requires. */
function evaluate(text: string, require: (id: string) => unknown) {
  const loaded: string[] = []
  const module = { exports: {} as Record<string, unknown> }
  const run = vm.runInThisContext(`(function (exports, require, module) {${text}\n})`)
  run(
    module.exports,
    (id: string) => {
      loaded.push(id)
      return require(id)
    },
    module,
  )
  return { exports: module.exports, loaded }
}

function evaluateBundle({ outputFiles }: Bundle, file: string) {
  return evaluate(outputFiles[0]!.text, createRequire(join(root, 'node_modules', file)))
}

class Box {
  readonly held: unknown
  constructor(held: unknown) {
    this.held = held
  }
}

describe('lazyRequires', () => {
  const parts: Record<string, unknown> = {
    a: { name: 'a', Box },
    b: { default: (text: string) => `b of ${text}` },
    c: class {
      readonly made = true
    },
  }
  const lazy = (text: string, only?: string[]) => lazyRequires({ name: 'pack/file.js', text }, only).text

  it.each([
    ['a member', 'const a = require("a"); exports.get = () => a.name', 'a'],
    ['a computed one', 'const a = require("a"); exports.get = () => ({ a: "x" })[a.name]', 'x'],
    ['an object in short', 'const a = require("a"); exports.get = () => ({ a }).a.name', 'a'],
    ['a class of it', 'const a = require("a"); exports.get = () => new a.Box("held").held', 'held'],
    ['a class in it', 'const a = require("a"); exports.get = () => new a["Box"](a.name).held', 'a'],
    ['declared by var', 'var a = require("a"); exports.get = function () { return a.name }', 'a'],
    ['another property', 'const a = require("a"); exports.get = () => ({ a: 1 }).a + a.name', '1a'],
  ])('loads at first use: %s', (_name, text, expected) => {
    const { exports, loaded } = evaluate(lazy(text), id => parts[id])
    expect(loaded).toEqual([])
    const get = exports.get as () => string
    expect(get()).toBe(expected)
    expect(get()).toBe(expected)
    expect(loaded).toEqual(['a'])
  })

  it('loads within the wrappers of TypeScript', () => {
    const text = `const __importDefault = mod => ({ wrapped: mod })
      const b = __importDefault(require("b"))
      exports.get = () => b.wrapped.default("x")`
    const { exports, loaded } = evaluate(lazy(text), id => parts[id])
    expect(loaded).toEqual([])
    expect((exports.get as () => string)()).toBe('b of x')
  })

  it('constructs what is a class itself', () => {
    const { exports } = evaluate(
      lazy('const c = require("c"); exports.get = () => new c().made'),
      id => parts[id],
    )
    expect((exports.get as () => boolean)()).toBe(true)
  })

  it('does not change other names', () => {
    const text = 'const a = require("a"), x = 1; const b = require("b"); exports.get = () => [a, b]'
    expect(() =>
      lazy('const a = require("a"); const b = require("b"); exports.x = () => [a, b]', ['b']),
    ).not.toThrow()
    expect(evaluate(lazy(text, ['b']), id => parts[id]).loaded).toEqual(['a'])
  })

  it.each([
    ['ES modules', 'import a from "a"; export const get = () => a', /it is not read as CommonJS/],
    ['an assignment', 'var a = require("a"); exports.set = x => { a = x }', /"a" names something else too/],
    ['a statement', '\nrequire("a")', /it loads "a" in an unknown way, in line 2/],
    ['no use', 'const a = require("a")', /"a" is never used/],
  ])('refuses %s', (_name, text, message) => {
    expect(() => lazy(text)).toThrow(message)
    expect(() => lazy(text)).toThrow(/^pack\/file\.js has changed: .* tools\/build$/)
  })

  it('refuses a module without the name that is asked for', () => {
    expect(() => lazy('const a = require("a"); exports.get = () => a', ['b'])).toThrow(
      /it has no "const b = require\(...\)" at its top/,
    )
  })
})

describe('undici', () => {
  const index = 'undici/index.js'
  const client = 'undici/lib/dispatcher/client.js'

  it('comes without what pixctl does not use', async () => {
    const result = await bundle(index, leanUndici)
    const inputs = Object.keys(result.metafile.inputs).join('\n')
    expect(inputs).toContain('undici/lib/dispatcher/agent.js')
    expect(inputs).not.toMatch(/undici\/lib\/(web\/(websocket|cache)|mock|interceptor|cache)\//)
    const { Agent, EnvHttpProxyAgent, Pool } = evaluateBundle(result, index)
      .exports as typeof import('undici')
    const agent = new Agent()
    expect(agent).toMatchObject({ request: expect.any(Function), connect: expect.any(Function) })
    expect(EnvHttpProxyAgent.name).toBe('EnvHttpProxyAgent')
    expect(Pool.name).toBe('Pool')
  })

  it('loads no HTTP/2', async () => {
    const { loaded } = evaluateBundle(await bundle(client, lazyHttp2), client)
    expect(loaded).toContain('node:net')
    expect(loaded).not.toContain('node:http2')
  })

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a class is exported otherwise',
      index,
      text => text.replace('module.exports.Agent = Agent', 'exports.Agent = Agent'),
      /undici\/index\.js has changed: it has no "module\.exports\.Agent = Agent"/,
    ],
    [
      'a method is gone',
      'undici/lib/api/index.js',
      text => text.replace('module.exports.connect', 'module.exports.tunnel'),
      /undici\/lib\/api\/index\.js has changed: it has no "module\.exports\.connect = require/,
    ],
  ])('stops the build when %s', async (_name, edited, edit, message) => {
    await expect(bundle(index, leanUndici, edit, edited)).rejects.toThrow(message)
  })

  it('stops the build when HTTP/2 is loaded in another way', async () => {
    const edit = (text: string) => text.replaceAll('connectH2', 'connectHttp2')
    await expect(bundle(client, lazyHttp2, edit)).rejects.toThrow(
      /undici\/lib\/dispatcher\/client\.js has changed: it has no "const connectH2 = require/,
    )
  })
})

describe('oclif', () => {
  const command = '@oclif/core/lib/command.js'

  it('loads neither help nor the search for plug-ins with a command', async () => {
    const { exports, loaded } = evaluateBundle(await bundle(command, lazyOclif), command)
    expect(exports.Command).toBeTypeOf('function')
    // What these two load, at once where they are loaded.
    expect(loaded).not.toContain('ejs')
    expect(loaded).not.toContain('tinyglobby')
  })

  it('stops the build when commands are another file', async () => {
    await expect(bundle('@oclif/core/lib/errors/exit-codes.js', lazyOclif)).rejects.toThrow(
      'oclif has changed: nothing in @oclif/core/lib/command.js could be made lazy',
    )
  })
})

describe("the commands for oclif's tools", () => {
  it('stop the build when they would be a second copy', async () => {
    await expect(bundle('@oclif/core/lib/command.js', builtProgram)).rejects.toThrow(
      'is the table of the commands elsewhere?',
    )
  })
})
