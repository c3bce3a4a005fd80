import { describe, expect, it } from 'vitest'
import { createStyle } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { COLUMNS, ROWS, style, table } from './charge-table.ts'

describe('a table', () => {
  it('shows every column if there is room, amounts to the right', async () => {
    expect(await table(80)).toBe(
      [
        'ID      STATUS        AMOUNT  CREATED              DESCRIPTION',
        'pay_1   PAID     R$ 1.234,56  2026-11-20 14:03:22  Pedido de açaí número 42',
        'pay_20  PENDING      R$ 0,07  2026-11-20 14:03:23',
        '',
      ].join('\n'),
    )
  })

  it('shortens the flexible column first, then leaves out that of the highest rank and gives its room back', async () => {
    expect((await table(62)).split('\n')[1]).toBe(
      'pay_1   PAID     R$ 1.234,56  2026-11-20 14:03:22  Pedido de …',
    )
    expect((await table(56)).split('\n')[1]).toBe('pay_1   PAID     R$ 1.234,56  Pedido de açaí número 42')
  })

  it.each([
    [57, 'ID      STATUS        AMOUNT  CREATED              DESCR…'],
    [56, 'ID      STATUS        AMOUNT  DESCRIPTION'],
    [36, 'ID      STATUS        AMOUNT  DESCR…'],
    [35, 'ID      STATUS        AMOUNT'],
    [28, 'ID      STATUS        AMOUNT'],
    [27, 'ID      STATUS'],
    [15, 'ID      STATUS'],
  ])('at %d columns has the header %j', async (columns, header) => {
    expect((await table(columns)).split('\n')[0]).toBe(header)
  })

  it('shortens even what is never left out, at last', async () => {
    const lines = (await table(10)).trimEnd().split('\n')
    expect(lines).toEqual(['ID    STA…', 'pay…  PAID', 'pay…  PEN…'])
  })

  it('is a table of at least a character a column at any width', async () => {
    for (let columns = 1; columns < 80; columns++) {
      const lines = (await table(columns)).split('\n')
      expect(lines).toHaveLength(4)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
    }
  })

  it.each([
    [80, undefined],
    [56, ['CREATED']],
    [27, ['AMOUNT', 'CREATED', 'DESCRIPTION']],
  ])('at %d columns tells that it has left out %j', async (columns, expected) => {
    let leftOut: readonly string[] | undefined
    const onLeftOut = (headers: readonly string[]) => {
      leftOut = headers
    }
    await formatTable(COLUMNS, ROWS, { style, columns, onLeftOut })
    expect(leftOut).toEqual(expected)
  })

  it('tells nothing of a column that is empty in every row', async () => {
    const onLeftOut = () => expect.unreachable()
    const rows = [['pay_1', 'PAID', 'R$ 1.234,56', '', 'Pedido de açaí']]
    const drawn = await formatTable(COLUMNS, rows, { style, columns: 40, onLeftOut })
    expect(drawn).not.toContain('CREATED')
  })

  it('has only a header if there are no rows', async () => {
    expect(await table(80, [])).toBe('ID  STATUS  AMOUNT  CREATED  DESCRIPTION\n')
  })

  it('continues an earlier table without a header', async () => {
    const more = await formatTable(COLUMNS, ROWS, { style, columns: 80, header: false })
    expect(more).toBe((await table(80)).split('\n').slice(1).join('\n'))
    expect(await formatTable(COLUMNS, [], { style, columns: 80, header: false })).toBe('')
  })

  it('has every row of many, in order and aligned', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => [`pay_${i}`, 'PAID', `${i},00`])
    const lines = (await table(80, rows)).trimEnd().split('\n')
    expect(lines).toHaveLength(101)
    lines.slice(1).forEach((line, i) => {
      expect(line).toBe(`${`pay_${i}`.padEnd(6)}  PAID    ${`${i},00`.padStart(6)}`)
    })
  })

  it('paints header and cells, and the paint takes no room', async () => {
    const color = createStyle({ color: true })
    const rows: TableCell[][] = [
      ['pay_1', { text: 'PAID', paint: color.green }, { text: '1,00', paint: color.bold }],
    ]
    expect(await formatTable(COLUMNS.slice(0, 3), rows, { style: color, columns: 80 })).toBe(
      '\u001b[1mID\u001b[22m     \u001b[1mSTATUS\u001b[22m  \u001b[1mAMOUNT\u001b[22m\n' +
        'pay_1  \u001b[32mPAID\u001b[39m      \u001b[1m1,00\u001b[22m\n',
    )
  })

  it('closes the paint of a shortened cell', async () => {
    const color = createStyle({ color: true })
    const rows: TableCell[][] = [[{ text: 'abcdefghij', paint: color.red }]]
    expect(await formatTable([{ header: 'A', minWidth: 2 }], rows, { style, columns: 5 })).toBe(
      'A\n\u001b[31mabcd…\u001b[39m\n',
    )
  })
})

describe('a column that people copy from', () => {
  const key = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const columns: Column[] = [
    { header: 'KEY', whole: true },
    { header: 'CREATED' },
    { header: 'AMOUNT', align: 'right' },
    { header: 'DESCRIPTION', minWidth: 8 },
  ]
  const rows = [
    [key, '2026-11-20 14:03:22', 'R$ 10,50', 'Pedido de açaí número 42'],
    ['short', '2026-11-20 14:03:23', 'R$ 0,07', ''],
  ]
  const draw = (width: number, of = columns, header = true) =>
    formatTable(of, rows, { style, columns: width, header })

  it('is beside the others if they fit', async () => {
    expect(await draw(80)).toBe(
      [
        'KEY                                   CREATED                AMOUNT  DESCRIPTION',
        `${key}  2026-11-20 14:03:22  R$ 10,50  Pedido de …`,
        'short                                 2026-11-20 14:03:23   R$ 0,07',
        '',
      ].join('\n'),
    )
  })

  it('has its own line if they don’t fit', async () => {
    expect(await draw(60)).toBe(
      [
        'KEY',
        '  CREATED                AMOUNT  DESCRIPTION',
        key,
        '  2026-11-20 14:03:22  R$ 10,50  Pedido de açaí número 42',
        'short',
        '  2026-11-20 14:03:23   R$ 0,07',
        '',
      ].join('\n'),
    )
    expect(await draw(60, columns, false)).toMatch(new RegExp(`^${key}\n  2026`))
  })

  it('groups the rows after it that have none', async () => {
    const grouped: Column[] = [{ header: 'NAME', whole: true }, { header: 'WHAT' }, { header: 'COUNT' }]
    const cells = [
      ['a long name', 'journal', '1'],
      ['', 'inbox', '2'],
    ]
    expect(await formatTable(grouped, cells, { style, columns: 20 })).toBe(
      ['NAME', '  WHAT     COUNT', 'a long name', '  journal  1', '  inbox    2', ''].join('\n'),
    )
  })

  it.each([40, 20, 5, 1])('is whole at %d columns, too', async width => {
    const lines = (await draw(width)).split('\n')
    expect(lines).toContain(key)
    for (const line of lines)
      if (line.startsWith('  ')) expect(line.length).toBeLessThanOrEqual(Math.max(width, 3))
  })

  it('tells what is left out of both of its lines', async () => {
    const ranked = columns.map(each => (each.header === 'CREATED' ? { ...each, dropRank: 1 } : each))
    const leftOut: string[] = []
    const onLeftOut = (headers: readonly string[]) => void leftOut.push(...headers)
    await formatTable(ranked, rows, { style, columns: 37, onLeftOut })
    expect(leftOut).toEqual(['CREATED'])
  })

  it('is left out by its rank, never shortened', async () => {
    const ranked: Column[] = [{ header: 'A', whole: true, dropRank: 1 }, ...columns.slice(1)]
    expect(await draw(60, ranked)).toMatch(/^CREATED/)
    expect(await draw(90, ranked)).toContain(key)
  })

  it('is not cut, even if the terminal is narrower', async () => {
    expect(await draw(10, columns.slice(0, 1))).toContain(`\n${key}\n`)
  })
})
