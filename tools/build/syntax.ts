/** What the rewrites of packages share: reading CommonJS as a syntax tree. */

import { type AnyNode, type CallExpression, type Program, parse } from 'acorn'

/** A module as it is on disk. `name` is for messages. */
export interface Source {
  name: string
  text: string
}

/** A package has changed, so its rewrite may be wrong: the build stops until somebody has compared the two. */
export class Changed extends Error {
  constructor({ name }: Pick<Source, 'name'>, what: string) {
    super(`${name} has changed: ${what}. Compare it with its rewrite in tools/build`)
  }
}

/** Throws {@link Changed} for what isn't CommonJS, as ES modules. */
export function parseCommonJs(source: Source): Program {
  try {
    return parse(source.text, { ecmaVersion: 'latest', sourceType: 'commonjs' })
  } catch (error) {
    throw new Changed(source, `it is not read as CommonJS (${(error as Error).message})`)
  }
}

/** What `require('x')` asks for; undefined for every other node. */
export function requiredBy(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression' || !isCallOf(node, 'require')) return undefined
  const [id] = node.arguments
  return id?.type === 'Literal' && typeof id.value === 'string' ? id.value : undefined
}

export function isCallOf({ callee }: CallExpression, name: string): boolean {
  return callee.type === 'Identifier' && callee.name === name
}

/** A path within a package, for messages: `undici/lib/core/util.js`. */
export function nameOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '')
}
