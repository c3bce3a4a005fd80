import { describe, expect, it } from 'vitest'
import { nearColumn, placeOf, readOwnHeadings } from '#charges/from-file/columns.ts'
import { Failure } from '#lib/failure.ts'

const refused = (...values: string[]) => {
  try {
    readOwnHeadings(values)
  } catch (error) {
    if (error instanceof Failure)
      return { category: error.category, message: error.message, next: error.next.length }
    throw error
  }
  return undefined
}

const TAKES =
  '--columns takes COLUMN=NAME, where a column is reference, amount, description, passFee, validity, not'

describe('--columns', () => {
  it('takes the columns in either language, and any heading', () => {
    const own = readOwnHeadings(['reference=WhatsApp', 'Descrição = Nome do aluno', 'taxa somada=a=b'])
    expect([...own]).toEqual([
      ['reference', 'WhatsApp'],
      ['description', 'Nome do aluno'],
      ['passFee', 'a=b'],
    ])
  })

  it.each([
    [['reference'], `${TAKES} reference`],
    [['reference='], `${TAKES} reference=`],
    [['=WhatsApp'], `${TAKES} =WhatsApp`],
    [[''], `${TAKES} an empty word`],
    [['referense=A'], `${TAKES} referense=A`],
    [['reference=A', 'referência=B'], '--columns names referência twice'],
    [['reference=Nome', 'description=nome'], '--columns names Nome twice'],
  ])('refuses %j, with the next step', (values, message) => {
    expect(refused(...values)).toEqual({ category: 'usage', message, next: 1 })
  })
})

describe('a heading', () => {
  it.each([
    ['amont', 'amount'],
    ['AMONT', 'amount'],
    ['value', 'amount'],
    ['Valro', 'amount'],
    ['Referencai', 'reference'],
    ['descrição.', 'description'],
    ['taxa smada', 'passFee'],
    ['validde', 'validity'],
  ])('%s is nearly that of the %s', (heading, column) => {
    expect(nearColumn(heading)).toBe(column)
  })

  it.each(
    'Nome,WhatsApp,Telefone,Turma,E-mail,Data,Vencimento,Mês,Plano,Obs,CPF,Endereço,Cliente,Pago,Mesa,id,Valor pago'.split(
      ',',
    ),
  )('%s is nearly none', heading => {
    expect(nearColumn(heading)).toBeUndefined()
  })

  it('is found as it is written, else without case and accents', () => {
    expect(placeOf('Nome', ['nome', 'Nome'])).toBe(1)
    expect(placeOf('MÊS', ['Nome', 'mes'])).toBe(1)
    expect(placeOf('Turma', ['Nome'])).toBe(-1)
  })
})
