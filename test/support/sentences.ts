/**
 * Finds sentences for people that are in one language only: texts with several words that are given to what shows them. They
 * belong into the texts.ts of their feature, in both languages.
 */

import { type AnyNode, type CallExpression, type NewExpression, parse } from 'acorn'
import { simple } from 'acorn-walk'
import { transform } from 'esbuild'

/** The errors that a person reads. */
const ERRORS =
  /^(Failure|LocalizedError|CredentialsError|TransportError|SaveError|InboxUnavailable|Away|Unreadable)$/
/** What prints for a person, as a function or as a method. */
const SHOWS = /^(note|say|warn|status|ask|askSecret|confirm|badValue)$/
/** Members whose text a person reads. */
const SHOWN =
  /^(message|lines|next|say|label|description|summary|takes|children|title|placeholder|aria-label)$/

/** The sentences in a file that are not in both languages. */
export async function sentencesIn(file: string, source: string): Promise<string[]> {
  const { code } = await transform(source, {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
  })
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  const found = new Set<string>()
  const look = (node: AnyNode | null | undefined) => {
    for (const text of node ? textsOf(node) : []) if (isSentence(text)) found.add(text)
  }
  const call = (node: CallExpression | NewExpression, names: RegExp) => {
    if (names.test(nameOf(node.callee))) node.arguments.forEach(look)
  }
  simple(tree, {
    NewExpression: node => call(node, ERRORS),
    CallExpression: node => call(node, SHOWS),
    Property: ({ key, value }) => {
      if (SHOWN.test(nameOf(key))) look(value)
    },
    PropertyDefinition: ({ key, value }) => {
      if (SHOWN.test(nameOf(key))) look(value)
    },
  })
  return [...found]
}

/** The name of a function, of a method or of a member. */
function nameOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'PrivateIdentifier') return node.name
  return node.type === 'MemberExpression' && !node.computed ? nameOf(node.property) : ''
}

/** The texts that an expression can be, as they are written. What it calls is not looked at. */
function textsOf(node: AnyNode): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked).join('{}'), ...node.expressions.flatMap(textsOf)]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsOf)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [node.left, node.right].flatMap(textsOf)
    case 'ArrayExpression':
      return node.elements.flatMap(each => (each ? textsOf(each) : []))
    case 'SpreadElement':
      return textsOf(node.argument)
    case 'ArrowFunctionExpression':
      return textsOf(node.body)
    default:
      return []
  }
}

/** Several words. A command or an example has none that are only for people. */
function isSentence(text: string): boolean {
  const words =
    text.replaceAll('{}', ' ').match(/(?<![\w$./:=-])[a-zA-Z][a-z']+(?![\w./:=-]*[/:=][\w/])/g) ?? []
  return words.length > 1 && /\s/.test(text.trim()) && !/^\s*(\$ )?(pixctl|<%=|--)/.test(text)
}
