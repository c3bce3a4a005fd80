/** Statements of SQL that both engines have: a template whose values become parameters, `?` in SQLite and `$1` in PostgreSQL. */

export interface Sql {
  /** What is between the values: one more than those. */
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
}

/** A statement, or a part of one. A value that is itself `sql` is put in as its text. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const [parts, kept]: [string[], unknown[]] = [[strings[0]!], []]
  const append = (text: string) => {
    parts[parts.length - 1] += text
  }
  for (const [index, value] of values.entries()) {
    if (isSql(value)) {
      append(value.parts[0]!)
      for (const [n, inner] of value.values.entries()) {
        kept.push(inner)
        parts.push(value.parts[n + 1]!)
      }
    } else {
      kept.push(value)
      parts.push('')
    }
    append(strings[index + 1]!)
  }
  return { parts, values: kept }
}

/** Parts one after the other; `true` if there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, ' AND ')
}

/** Whether any of them holds. */
export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`
}

/** Values for `IN`. The last one is repeated, so that there are few statements for lists of any length. */
export function list(values: readonly unknown[]): Sql {
  if (values.length === 0) return sql`(NULL)`
  const length = 2 ** Math.ceil(Math.log2(values.length))
  const padded = Array.from({ length }, (_, index) => values[index] ?? values.at(-1))
  return { parts: ['(', ...Array(length - 1).fill(', '), ')'], values: padded }
}

/** The statement's text, with the engine's names of its parameters. */
export function textOf({ parts }: Sql, parameter: (number: number) => string): string {
  return parts.reduce((text, part, index) => text + parameter(index) + part)
}

function join(all: readonly Sql[], between: string): Sql {
  return all.reduce((one, other) => ({
    parts: [...one.parts.slice(0, -1), one.parts.at(-1) + between + other.parts[0], ...other.parts.slice(1)],
    values: [...one.values, ...other.values],
  }))
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'parts' in value && 'values' in value
}
