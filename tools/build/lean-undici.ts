/**
 * undici's index with what pixctl uses of it. The whole one loads fetch, WebSocket, mocks and caches too.
 *
 * Saves 11 ms for `balance` (docs/performance.md says how it is measured).
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AnyNode, Program } from 'acorn'
import type { Plugin } from 'esbuild'
import { Changed, nameOf, parseCommonJs, requiredBy, type Source } from './syntax.ts'

const CLASSES = ['Agent', 'Client', 'EnvHttpProxyAgent', 'Pool']
/** Methods of every dispatcher; `connect` is for the CONNECT of a proxy. */
const METHODS = ['request', 'connect']

export const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, async ({ path }) => {
      const api = join(dirname(path), 'lib', 'api', 'index.js')
      return { contents: leanIndex(await read(path), await read(api)), loader: 'js' }
    })
  },
}

async function read(path: string): Promise<Source> {
  return { name: nameOf(path), text: await readFile(path, 'utf8') }
}

/**
 * An index that loads only {@link CLASSES} and {@link METHODS}.
 *
 * @param index undici's index.js
 * @param api its lib/api/index.js, whose exports the index gives to every dispatcher
 * @throws {Changed} when undici no longer has what is taken from it
 */
export function leanIndex(index: Source, api: Source): string {
  const program = parseCommonJs(index)
  const loads = constants(program)
  const path = (name: string) => {
    const found = loads.get(name)
    if (found === undefined) throw new Changed(index, `it has no "const ${name} = require(...)" at its top`)
    return found
  }
  if (!program.body.some(node => isAssigned(node, 'Dispatcher', 'api'))) {
    throw new Changed(index, 'it has no "Object.assign(Dispatcher.prototype, api)"')
  }
  const exported = exports(program)
  for (const name of CLASSES) {
    const value = exported.get(name)
    if (value?.type !== 'Identifier' || value.name !== name) {
      throw new Changed(index, `it has no "module.exports.${name} = ${name}"`)
    }
  }
  const functions = exports(parseCommonJs(api))
  const methods = METHODS.map(name => {
    const value = functions.get(name)
    const id = value && requiredBy(value)
    if (id === undefined) throw new Changed(api, `it has no "module.exports.${name} = require(...)"`)
    return `Dispatcher.prototype.${name} = require(${JSON.stringify(`${path('api')}/${id}`)})`
  })
  return [
    `const Dispatcher = require(${JSON.stringify(path('Dispatcher'))})`,
    ...methods,
    ...CLASSES.map(name => `module.exports.${name} = require(${JSON.stringify(path(name))})`),
  ].join('\n')
}

/** The modules that `const x = require('y')` loads at the top of a module, by x. */
function constants({ body }: Program): Map<string, string> {
  const found = new Map<string, string>()
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      const required = init && requiredBy(init)
      if (id.type === 'Identifier' && required) found.set(id.name, required)
    }
  }
  return found
}

/** The values that `module.exports.x = y` exports, by x. */
function exports({ body }: Program): Map<string, AnyNode> {
  const found = new Map<string, AnyNode>()
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') continue
    const { object, property } = expression.left
    if (isMember(object, 'module', 'exports') && property.type === 'Identifier') {
      found.set(property.name, expression.right)
    }
  }
  return found
}

/** Whether the node is `Object.assign(NAME.prototype, from)`. */
function isAssigned(node: AnyNode, name: string, from: string): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return false
  const { callee, arguments: given } = node.expression
  const [target, source] = given
  if (!target || source?.type !== 'Identifier' || source.name !== from) return false
  return isMember(callee, 'Object', 'assign') && isMember(target, name, 'prototype')
}

/** Whether the node is `object.property`. */
function isMember(node: AnyNode, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return false
  return node.object.type === 'Identifier' && node.object.name === object && node.property.name === property
}
