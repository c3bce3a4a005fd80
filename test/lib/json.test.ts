import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJson, formatJsonLine, isRawJson, parseLossless } from '#lib/json.ts'

describe('formatJson', () => {
  it('indents by two spaces and ends the line', () => {
    expect(formatJson({ data: [{ id: 'a', paidAt: null }] })).toBe(
      '{\n  "data": [\n    {\n      "id": "a",\n      "paidAt": null\n    }\n  ]\n}\n',
    )
  })

  it('escapes what JSON.stringify leaves raw, in names and values', () => {
    expect(formatJson({ 'a\u009b': '\u202e\u007f' })).toBe('{\n  "a\\u009b": "\\u202e\\u007f"\n}\n')
  })
})

describe('formatJsonLine', () => {
  it('is one compact line', () => {
    expect(formatJsonLine({ id: 'a', list: [1, 'b\n\u2028'] })).toBe('{"id":"a","list":[1,"b\\n\\u2028"]}\n')
  })

  it.each([undefined, () => 1, Symbol('x')])('refuses %s, which has no JSON form', value => {
    expect(() => formatJsonLine(value)).toThrow(TypeError)
    expect(() => formatJson(value)).toThrow(TypeError)
  })
})

describe('numbers from the service to the output', () => {
  it.each([
    ...['9007199254740993', '-9007199254740993', '12345678901234567890123', '1180591620717411303424'],
    ...['1000.000000000000001', '1e400', '-1E+400', '1e-400', '-1e-400', '1.7976931348623157e309'],
    ...['1e99999999999999999999', '3e-324', `0.${'0'.repeat(400)}1`, `1${'0'.repeat(400)}`],
    ...['10.50', '1.0', '-0', '-0.0', '0e5', '1e2', '1.5E+3', '25e-1', '0.0000001', '0.00000000000000000000'],
  ])('keeps %s as it was written', number => {
    for (const json of [number, `[${number}]`, `{"a":${number},"b":[1,${number}]}`]) {
      expect(formatJsonLine(parseLossless(json))).toBe(`${json}\n`)
    }
    expect(formatJson(parseLossless(`{ "a" :\n ${number} }`))).toBe(`{\n  "a": ${number}\n}\n`)
    expect(isRawJson(parseLossless(number))).toBe(true)
  })

  it.each([
    ['0.1', 0.1],
    ['10.5', 10.5],
    ['-1234', -1234],
    ['9007199254740992', 9007199254740992],
    ['100000000000000000000', 1e20],
    ['1.5e+300', 1.5e300],
    ['5e-324', 5e-324],
  ])('makes a plain number of %s, which is printed like that', (text, number) => {
    expect(parseLossless(text)).toBe(number)
    expect(parseLossless(`{"a":[${text}]}`)).toEqual({ a: [number] })
  })

  it('takes digits inside of strings for text', () => {
    const json = '{"pix":"x:00020126580014123456789","n":",9007199254740993","m":[":1e400"]}'
    expect(formatJsonLine(parseLossless(json))).toBe(`${json}\n`)
    expect(parseLossless(json)).toEqual(JSON.parse(json))
  })

  it('keeps a member called __proto__', () => {
    const json = '{"__proto__":9007199254740993}'
    expect(formatJsonLine(parseLossless(json))).toBe(`${json}\n`)
  })

  it.each(['', '{', '{"a":01}', '[1e]', '<html>', '{"a":9007199254740993', 'NaN'])(
    'refuses %j, which is not JSON',
    text => {
      expect(() => parseLossless(text)).toThrow(SyntaxError)
    },
  )

  it('reads any other JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(parseLossless(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('prints any number as it was written', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/)
    fc.assert(
      fc.property(number, fc.constantFrom('[', '{"a":', '[1, '), (text, before) => {
        const json = `${before}${text}${before.startsWith('{') ? '}' : ']'}`
        expect(formatJsonLine(parseLossless(json))).toBe(`${json.replace(' ', '')}\n`)
        expect(formatJsonLine(parseLossless(`${text}\n`))).toBe(`${text}\n`)
      }),
    )
  })
})
