import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { faultOf, saidBy, systemErrorWords } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'

afterEach(() => useLanguage('en'))

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
  expect(failure.said).toBe("ENOENT: no such file or directory, open '/nothing/here'")
  useLanguage('pt-BR')
  expect(failure.said).toBe('/nothing/here: o arquivo ou a pasta não existe')
  expect(failure.message).toBe("ENOENT: no such file or directory, open '/nothing/here'")
  expect(saidBy(Object.assign(new Error('its own words'), { code: 'ENOENT' }))).toBe('its own words')
})
