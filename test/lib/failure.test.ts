import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { Failure, faultOf, localizedMessage, systemErrorWords } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'

afterEach(() => useLanguage('en'))

it('a failure with some of it changed keeps the rest, and is caused by the first', () => {
  const first = new Failure('conflict', 'the key is used', {
    lines: ['amount: first 1.00, now 2.00'],
    next: 'choose another key',
    details: { status: 409 },
  })
  const second = first.with({ next: ['read it', 'then choose another key'] })
  expect(second).toMatchObject({
    category: 'conflict',
    message: 'the key is used',
    lines: ['amount: first 1.00, now 2.00'],
    next: ['read it', 'then choose another key'],
    details: { status: 409 },
  })
  expect(second.cause).toBe(first)
  expect(first.with({ message: 'the key was used' })).toMatchObject({
    message: 'the key was used',
    next: ['choose another key'],
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

it('names what the code of a file means, and keeps the code in English', () => {
  expect(systemErrorWords('EACCES')).toBe('permission denied, EACCES')
  useLanguage('pt-BR')
  expect(systemErrorWords('EACCES')).toBe('sem permissão')
  // Names of members of every object.
  expect(['EOTHER', 'toString'].map(systemErrorWords)).toEqual(['EOTHER', 'toString'])
})

it("says a fault of the file system in the person's language; scripts get the words of Node", () => {
  const failure = faultOf(thrownBy(() => readFileSync('/nothing/here')))
  expect(failure.localized).toBe("ENOENT: no such file or directory, open '/nothing/here'")
  useLanguage('pt-BR')
  expect(failure.localized).toBe('/nothing/here: o arquivo ou a pasta não existe')
  expect(failure.message).toBe("ENOENT: no such file or directory, open '/nothing/here'")
  expect(localizedMessage(Object.assign(new Error('its own words'), { code: 'ENOENT' }))).toBe(
    'its own words',
  )
})
