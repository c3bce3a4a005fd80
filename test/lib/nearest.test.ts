import { describe, expect, it } from 'vitest'
import { nearest } from '#lib/nearest.ts'

describe('the nearest name', () => {
  const NAMES = ['charge create', 'charge wait', 'balance']

  it.each([
    ['charge craete', 'charge create'],
    ['balanc', 'balance'],
    ['balance', 'balance'],
    ['lance', 'balance'],
    ['charge', undefined],
    ['', undefined],
    ['bal', 'balance'],
  ])('to %j is %j', (typed, name) => {
    expect(nearest(NAMES, typed)).toBe(name)
  })

  it.each([
    ['csvv', 'csv'],
    ['ano', undefined],
    ['store', undefined],
    ['approvd', 'approved'],
  ])('differs by less the shorter it is: %s', (typed, name) => {
    expect(nearest(['csv', 'json', 'day', 'stair', 'approved'], typed)).toBe(name)
  })

  it.each([
    ['charge pays', undefined],
    ['charge pay', undefined],
    ['chrge wiat', 'charge wait'],
    ['chargecreate', 'charge create'],
    ['charge-wait', 'charge wait'],
    ['charge wait ', 'charge wait'],
  ])('needs each word to be similar: %j is %j', (typed, name) => {
    expect(nearest(NAMES, typed)).toBe(name)
  })

  it.each([
    ['saldo', 'balance'],
    ['Saldo', 'balance'],
    ['cobrança criar', 'charge create'],
    ['vender', undefined],
  ])('is the one that people call otherwise: %j is %j', (typed, name) => {
    expect(nearest(NAMES, typed)).toBe(name)
  })

  it('is that of the nearest reading', () => {
    expect(nearest(NAMES, 'charge', 'charge wiat')).toBe('charge wait')
  })
})
