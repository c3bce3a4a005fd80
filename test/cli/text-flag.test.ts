import { expect, it } from 'vitest'
import { withValues } from '#cli/flags/text-flag.ts'

it.each([
  ['--inspect', '--inspect=4243'],
  ['--inspect 4300', '--inspect 4300'],
  ['--inspect=4300', '--inspect=4300'],
  ['--json --inspect', '--json --inspect=4243'],
  ['--inspect --json', '--inspect=4243 --json'],
  ['--inspect -p shop', '--inspect=4243 -p shop'],
  ['--inspect abc', '--inspect abc'],
  ['--inspect -- 4300', '--inspect=4243 -- 4300'],
  ['-- --inspect', '-- --inspect'],
  ['--inspector', '--inspector'],
  ['', ''],
])('of %j becomes %j', (given, expected) => {
  expect(withValues(given.split(' '), { '--inspect': '4243' }).join(' ')).toBe(expected)
})
