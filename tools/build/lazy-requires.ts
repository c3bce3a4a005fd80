/**
 * `const x = require('y')` at the top of a CommonJS module becomes a call that loads y when x is first
 * used, as Babel's `lazy` option does.
 */
import type { AnyNode, CallExpression, Identifier, NewExpression, VariableDeclarator } from 'acorn'
import { ancestor } from 'acorn-walk'
import MagicString from 'magic-string'
import { Changed, isCallOf, parseCommonJs, requiredBy, type Source } from './syntax.ts'

/** TypeScript's own wrappers around a `require`. */
const WRAPPERS = ['__importDefault', '__importStar']

export interface Lazy {
  text: string
  /** What is loaded on first use, by the name that the module gives it. */
  loads: ReadonlyMap<string, string>
}

/**
 * Makes the requires at the top of a module lazy.
 *
 * @param only the names to make lazy, each of which must be there; by default all that the module loads at its top
 * @throws {Changed} when the module holds something that this doesn't know
 */
export function lazyRequires(source: Source, only?: readonly string[]): Lazy {
  const program = parseCommonJs(source)
  const text = new MagicString(source.text)
  const loads = new Map<string, string>()
  const known = new Set<AnyNode>()
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration' || statement.kind === 'let') continue
    const [declaration, more] = statement.declarations
    const required = !more && declaration && requiredAs(declaration)
    if (!required || (only && !only.includes(required.name))) continue
    const { name, id, init } = required
    loads.set(name, id)
    known.add(declaration.id).add(init)
    const load = source.text.slice(init.start, init.end)
    text.overwrite(
      statement.start,
      statement.end,
      `let ${name}$; const ${name}$get = () => (${name}$ ??= ${load});`,
    )
  }
  for (const name of only ?? []) {
    if (!loads.has(name)) throw new Changed(source, `it has no "const ${name} = require(...)" at its top`)
  }

  const used = new Set<string>()
  const constructors = new Set<NewExpression>()
  const refuseOthers = (node: Identifier) => {
    if (loads.has(node.name) && !known.has(node)) {
      throw new Changed(source, `"${node.name}" names something else too, in line ${lineOf(source, node)}`)
    }
  }
  ancestor(program, {
    Identifier(node, _state, ancestors) {
      if (!loads.has(node.name)) return
      used.add(node.name)
      const holder = ancestors.at(-2)
      // { x } is short for { x: x }.
      const isShort = holder?.type === 'Property' && (holder as AnyNode & { shorthand: boolean }).shorthand
      text.overwrite(node.start, node.end, `${isShort ? `${node.name}: ` : ''}${node.name}$get()`)
      for (const outer of ancestors as AnyNode[]) {
        if (outer.type === 'NewExpression' && contains(outer.callee, node)) constructors.add(outer)
      }
    },
    CallExpression(node, _state, ancestors) {
      const id = requiredBy(node)
      const isKnown = ancestors.some(outer => known.has(outer as AnyNode))
      if (only || id === undefined || isKnown || ancestors.some(isFunction)) return
      throw new Changed(source, `it loads "${id}" in an unknown way, in line ${lineOf(source, node)}`)
    },
    // A declaration, a parameter, or the left side of an assignment.
    VariablePattern: refuseOthers,
  } as Parameters<typeof ancestor>[1])
  // `new x$get().Y()` would take the call that loads x for the constructor's.
  for (const { callee } of constructors) text.appendLeft(callee.start, '(').prependRight(callee.end, ')')

  for (const name of loads.keys()) {
    // It may be loaded for what it does; nothing would load it now.
    if (!used.has(name)) throw new Changed(source, `"${name}" is never used`)
  }
  return { text: text.toString(), loads }
}

/** The name and the module of `x = require('y')`; undefined for other declarations. */
function requiredAs({ id: target, init }: VariableDeclarator) {
  if (target.type !== 'Identifier' || init?.type !== 'CallExpression') return undefined
  const id = requiredBy(init) ?? requiredInWrapper(init)
  return id === undefined ? undefined : { name: target.name, id, init }
}

/** The module in `__importDefault(require('y'))`. */
function requiredInWrapper(call: CallExpression): string | undefined {
  const [argument, more] = call.arguments
  return argument && !more && WRAPPERS.some(name => isCallOf(call, name)) ? requiredBy(argument) : undefined
}

function isFunction({ type }: { type: string }): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type)
}

function contains(outer: AnyNode, inner: AnyNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

function lineOf({ text }: Source, { start }: AnyNode): number {
  return text.slice(0, start).split('\n').length
}
