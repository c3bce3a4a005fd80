/**
 * Finds sentences for people that are in one language only. Every text with several words belongs into the texts.ts of
 * its feature, in both languages; what nobody reads as a sentence is one of the kinds of not-for-people.ts. For a text
 * that is given directly to what shows it, no kind counts.
 */

import { type AnyNode, type CallExpression, type NewExpression, parse } from 'acorn'
import { ancestor, simple } from 'acorn-walk'
import { transform } from 'esbuild'
import { isForPeople, type Place, SAME } from './not-for-people.ts'

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
  const text = (node: AnyNode, _state: unknown, above: AnyNode[]) => {
    const [words = ''] = textsOf(node)
    const place: Place = { file, inside: above.slice(0, -1).reverse().map(placeName).filter(Boolean) }
    if (isSentence(words) && isForPeople(words, place)) found.add(words)
  }
  ancestor(tree, { Literal: text, TemplateLiteral: text })
  return [...found]
}

/** What a text is inside of: `suggest()`, `new Error()`, `headers:`. */
function placeName(node: AnyNode): string {
  if (node.type === 'CallExpression') return `${nameOf(node.callee)}()`
  if (node.type === 'NewExpression') return `new ${nameOf(node.callee)}()`
  if (node.type === 'Property' || node.type === 'PropertyDefinition') return `${nameOf(node.key)}:`
  return ''
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
  return (
    words.length > 1 &&
    !SAME.includes(text) &&
    /\s/.test(text.trim()) &&
    !/^\s*(\$ )?(pixctl|<%=|--)/.test(text)
  )
}
