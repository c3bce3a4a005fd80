/** The published description, as other people's validators read it. */

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'

const text = readFileSync(new URL('../../src/contract/openapi.yaml', import.meta.url), 'utf8')
let valid: (body: unknown) => boolean

beforeAll(() => {
  const document = parse(text)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  valid = ajv.addSchema(document, 'openapi').compile({ $ref: 'openapi#/components/schemas/CreatePayment' })
})

it('takes each of the 100,000 amounts that a charge may have', () => {
  const refused: string[] = []
  for (let centavos = 1; centavos <= 100_000; centavos++) {
    const text = `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
    if (!valid({ amount: JSON.parse(text) })) refused.push(text)
  }
  expect(refused).toEqual([])
})

it.each([0, -1, 1000.01, '10'])('still refuses the amount %j', amount => {
  expect(valid({ amount })).toBe(false)
})

it('lists the answer of a new charge before that of an existing one: some generators take the first', () => {
  // A JavaScript object would sort the numbers.
  const post = parse(text, { mapAsMap: true }).get('paths').get('/payments').get('post')
  expect([...post.get('responses').keys()].slice(0, 2)).toEqual(['201', '200'])
})
