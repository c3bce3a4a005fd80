import { expect, it } from 'vitest'
import { withBars } from '#terminal/bars.ts'

const TABLE = 'DAY    NET\na    80,00\nb    \u001b[1m1,00\u001b[22m\nc     0,00\n'
const drawn = (columns: number, values = [8000, 100, 0], blocks = true) =>
  withBars(TABLE, values, columns, blocks).replaceAll(/\u001b\[\d+m/g, '')

it('draws a bar for each row, the largest as long as the room, to a column', () => {
  expect(drawn(22)).toBe('DAY    NET\na    80,00  ██████████\nb    1,00   █\nc     0,00\n')
  expect(drawn(22, [8000, 3000, 4300])).toBe(
    'DAY    NET\na    80,00  ██████████\nb    1,00   ████\nc     0,00  █████\n',
  )
})

it('draws them with # where there are no blocks', () => {
  expect(drawn(22, [8000, 100, 4000], false)).toBe(
    'DAY    NET\na    80,00  ##########\nb    1,00   #\nc     0,00  #####\n',
  )
})

it.each([
  ['without room for eight columns', 19, [8000, 100, 0]],
  ['where there is nothing to draw', 80, [0, 0, 0]],
  ['where a row of the table has several lines', 80, [8000, 100]],
])('leaves the table as it is %s', (_, columns, values) => {
  expect(withBars(TABLE, values, columns, true)).toBe(TABLE)
})

it('draws no line that is wider than the window', () => {
  for (let columns = 20; columns < 200; columns++) {
    const longest = Math.max(
      ...drawn(columns)
        .split('\n')
        .map(line => line.length),
    )
    expect(longest).toBe(columns)
  }
})
