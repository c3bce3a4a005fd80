/** Changing members of a JSON text: every character that isn't changed stays. */

import { describe, expect, it } from 'vitest'
import { parsePath, withValue } from '#webhooks/json-edit.ts'

const set = (json: string, path: string, value: string | null) => withValue(json, parsePath(path)!, value)

describe('a value', () => {
  it.each([
    ['{"a":1}', 'a', '2', '{"a":2}'],
    ['{ "a" :\t1 , "b":10.50 }\n', 'a', '"x"', '{ "a" :\t"x" , "b":10.50 }\n'],
    ['{"n":9007199254740993,"b":1e400,"c":1}', 'c', '10.50', '{"n":9007199254740993,"b":1e400,"c":10.50}'],
    ['{"a":{"b":{"c":[1,2]}}}', 'a.b.c', 'null', '{"a":{"b":{"c":null}}}'],
    ['{"a":[1,{"b":2},3]}', 'a[1].b', '{}', '{"a":[1,{"b":{}},3]}'],
    ['{"a":[1,2]}', 'a.0', '9', '{"a":[9,2]}'],
    ['{"a":{"0":1}}', 'a[0]', '9', '{"a":{"0":9}}'],
    ['{"a.b":1,"a":{"b":2}}', 'a\\.b', '3', '{"a.b":3,"a":{"b":2}}'],
    ['{"a[0]":1}', 'a\\[0\\]', '3', '{"a[0]":3}'],
    ['{"\\u0061":1}', 'a', '2', '{"\\u0061":2}'],
    ['{"A":1,"a":2}', 'a', '3', '{"A":1,"a":3}'],
    ['{"a":"}{\\"a\\":1","b":1}', 'b', '2', '{"a":"}{\\"a\\":1","b":2}'],
    ['{"__proto__":{"x":1}}', '__proto__.x', '2', '{"__proto__":{"x":2}}'],
  ])('in %s at %s becomes %s: %s', (json, path, value, expected) => {
    expect(set(json, path, value)).toBe(expected)
  })

  it.each([
    ['{}', 'a', '{"a":1}'],
    ['{ }', 'a', '{"a":1 }'],
    ['{"b":2}', 'a', '{"b":2,"a":1}'],
    ['{"b":2\n}\n', 'a', '{"b":2,"a":1\n}\n'],
    ['{"b":{}}', 'b.c.d', '{"b":{"c":{"d":1}}}'],
    ['{"b":[]}', 'b[0]', '{"b":[1]}'],
    ['{"b":[7]}', 'b[1].c', '{"b":[7,{"c":1}]}'],
    ['{"b":1}', 'é"', '{"b":1,"é\\"":1}'],
    ['{}', '__proto__', '{"__proto__":1}'],
  ])('that is missing in %s at %s is added', (json, path, expected) => {
    expect(set(json, path, '1')).toBe(expected)
  })

  it.each([
    ['{"a":1}', 'a', '{}'],
    ['{"a":1,"b":2}', 'a', '{"b":2}'],
    ['{"a":1,"b":2}', 'b', '{"a":1}'],
    ['{"a":1 , "b":2 ,\n"c":3}', 'b', '{"a":1 ,\n"c":3}'],
    ['{"a":[1,2,3]}', 'a[1]', '{"a":[1,3]}'],
    ['{"a":1,"a":2,"b":3,"a":4,"c":5,"a":6}', 'a', '{"b":3,"c":5}'],
    ['{"b":3,"a":1,"a":2}', 'a', '{"b":3}'],
    ['{"a":1,"a":2}', 'a', '{}'],
  ])('is removed from %s at %s', (json, path, expected) => {
    expect(set(json, path, null)).toBe(expected)
  })

  it('that is there several times is changed each time, and other members keep their order', () => {
    expect(set('{"id":1,"b":2,"id":3}', 'id', '9')).toBe('{"id":9,"b":2,"id":9}')
    expect(set('{"d":{"x":1},"d":{"x":2}}', 'd.x', '9')).toBe('{"d":{"x":9},"d":{"x":9}}')
  })

  it('is reached through a million bytes of brackets', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    expect(set(`{"a":${deep},"b":1}`, 'b', '2')).toBe(`{"a":${deep},"b":2}`)
  })
})

it.each([
  ['{"a":1}', 'a.b', '1', 'a is neither an object nor a list'],
  ['{"a":[1,2]}', 'a[3]', '1', 'a is a list of 2: 3 is not'],
  ['{"a":[1,2]}', 'a.x', '1', 'a is a list of 2: x is not'],
  ['{"a":1}', 'b', null, 'no b to remove'],
  ['{"a":{}}', 'a.b.c', null, 'no a.b.c to remove'],
])('in %s there is no place %s', (json, path, value, says) => {
  expect(() => set(json, path, value)).toThrow(says)
})

it.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a[x]', 'a]', 'a[-1]', 'a\\'])('%j is no path', text => {
  expect(parsePath(text)).toBeNull()
})
