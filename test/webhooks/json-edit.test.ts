/** Changing members of a JSON document. */

import { expect, it } from 'vitest'
import { parseLossless } from '#lib/json.ts'
import { parsePath, setValue } from '#webhooks/json-edit.ts'

/** The document as text; the value is JSON, or undefined if what is there is removed. */
function set(json: string, path: string, value?: string): string {
  const root = parseLossless(json) as object
  setValue(root, parsePath(path)!, value === undefined ? undefined : parseLossless(value))
  return JSON.stringify(root)
}

it.each([
  ['{"n":9007199254740993,"b":1e400,"c":1}', 'c', '10.50', '{"n":9007199254740993,"b":1e400,"c":10.50}'],
  ['{"a":{"b":{"c":[1,2]}}}', 'a.b.c', 'null', '{"a":{"b":{"c":null}}}'],
  ['{"a":[1,{"b":2},3]}', 'a[1].b', '{}', '{"a":[1,{"b":{}},3]}'],
  ['{"a":[1,2]}', 'a.0', '9', '{"a":[9,2]}'],
  ['{"a":{"0":1}}', 'a[0]', '9', '{"a":{"0":9}}'],
  ['{"a.b":1,"a":{"b":2}}', 'a\\.b', '3', '{"a.b":3,"a":{"b":2}}'],
  ['{"a[0]":1}', 'a\\[0\\]', '3', '{"a[0]":3}'],
  ['{"A":1,"a":2}', 'a', '3', '{"A":1,"a":3}'],
  ['{"__proto__":{"x":1}}', '__proto__.x', '2', '{"__proto__":{"x":2}}'],
  // What is missing is added.
  ['{"b":2}', 'a', '1', '{"b":2,"a":1}'],
  ['{"b":{}}', 'b.c.d', '1', '{"b":{"c":{"d":1}}}'],
  ['{"b":[7]}', 'b[1].c', '1', '{"b":[7,{"c":1}]}'],
  ['{}', '__proto__', '1', '{"__proto__":1}'],
  ['{}', 'constructor.x', '1', '{"constructor":{"x":1}}'],
  // Without a value it is removed.
  ['{"a":1,"b":2}', 'b', undefined, '{"a":1}'],
  ['{"a":[1,2,3]}', 'a[1]', undefined, '{"a":[1,3]}'],
])('in %s at %s the value %s makes %s', (json, path, value, expected) => {
  expect(set(json, path, value)).toBe(expected)
  expect(({} as { x?: number }).x).toBeUndefined()
})

it.each([
  ['{"a":1}', 'a.b', '1', 'a is neither an object nor a list'],
  ['{"a":10.50}', 'a.rawJSON', '1', 'a is neither an object nor a list'],
  ['{"a":[1,2]}', 'a[3]', '1', 'a is a list of 2: 3 is not'],
  ['{"a":[1,2]}', 'a.length', '1', 'a is a list of 2: length is not'],
  ['{"a":1}', 'b', undefined, 'no b to remove'],
  ['{"a":{}}', 'a.b.c', undefined, 'no a.b.c to remove'],
])('in %s there is no place %s', (json, path, value, says) => {
  expect(() => set(json, path, value)).toThrow(says)
})

it.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a[x]', 'a]', 'a[-1]', 'a\\'])('%j is no path', text => {
  expect(parsePath(text)).toBeNull()
})
