/** The reference of what `--json` prints (docs/json.md), from the schemas in src/contract/output. */

export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  title?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

interface Shapes {
  /** By name, such as `charge`. */
  schemas: Readonly<Record<string, Schema>>
  /** The service's own objects, by name, such as `Payment`. */
  service: Readonly<Record<string, Schema>>
  /** The commands that print a shape, in Markdown, by its name. */
  printedBy: Readonly<Record<string, readonly string[]>>
}

/** A schema, and the `$defs` that it may refer to. */
interface Place {
  schema: Schema
  defs: Readonly<Record<string, Schema>>
}

const SERVICE = 'service.json#/$defs/'
/** How many names the line above a table has. */
const NAMES_SHOWN = 8

export class JsonReference {
  readonly #shapes: Shapes
  readonly #names: readonly string[]

  constructor(shapes: Shapes) {
    this.#shapes = shapes
    this.#names = Object.keys(shapes.schemas).sort()
  }

  /** A row for each shape. */
  list(): string {
    const rows = this.#names.map(name => {
      const [title] = this.#shapes.schemas[name]!.title!.split('. ')
      return `| ${link(name)} | ${cell(title)} | ${this.#printedBy(name).join(', ')} |`
    })
    return ['| shape | is | printed by |', '|---|---|---|', ...rows, ''].join('\n')
  }

  /** A section for each shape. */
  sections(): string {
    return this.#names.map(name => this.#section(name)).join('\n')
  }

  #section(name: string): string {
    const place = this.#shape(name)
    const commands = this.#printedBy(name)
    const users = this.#names.filter(other => refersTo(this.#shapes.schemas[other]!, `${name}.json`))
    const lines = [
      `## ${name}`,
      `${place.schema.title?.replace(/\.$/, '')}.`,
      commands.length > 0 && `Printed by ${commands.join(', ')}.`,
      users.length > 0 && `Part of ${users.map(link).join(', ')}.`,
      this.#forms(place, name).join(' or '),
      this.#table(place, name),
    ]
    return `${lines.filter(line => line).join('\n\n')}\n`
  }

  #table(place: Place, name: string): string {
    const rows = new Map<string, string>()
    this.#addMembers(rows, '', place, name)
    if (rows.size === 0) return ''
    const lines = [...rows].map(([path, is]) => `| \`${path}\` | ${cell(is)} |`)
    return ['| member | is |', '|---|---|', ...lines].join('\n')
  }

  /** The rows of what a schema contains. What has a section of its own, other than `own`, is only named. */
  #addMembers(rows: Map<string, string>, path: string, place: Place, own?: string): void {
    const { schema, defs } = place
    if (schema.$ref !== undefined) {
      if ([undefined, own].includes(this.#sectionOf(schema.$ref)))
        this.#addMembers(rows, path, this.#resolve(place), own)
      return
    }
    const add = (to: string, inner: Schema) => this.#addMembers(rows, to, { schema: inner, defs }, own)
    for (const part of partsOf(schema)) add(path, part)
    if (schema.items !== undefined) add(path === '' ? '' : `${path}[]`, schema.items)
    if (typeof schema.additionalProperties === 'object') add(join(path, '*'), schema.additionalProperties)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const to = join(path, name)
      const isOptional = !schema.required?.includes(name)
      const meaning = this.#meaning({ schema: member, defs }, isOptional)
      if (!rows.has(to)) rows.set(to, meaning)
      const before = rows.size
      this.#addMembers(rows, to, { schema: member, defs })
      // What is inside says it.
      if (meaning === '' && rows.size > before) rows.delete(to)
    }
  }

  #meaning(place: Place, isOptional: boolean): string {
    const { schema } = place
    const description = this.#description(place)
    const notes = [
      description.replace(/\.$/, ''),
      ...this.#links(place),
      listOf(this.#values(place), description),
      schema.const !== undefined && !description.includes(`${schema.const}`) && `always \`${schema.const}\``,
      this.#isNullable(place) && !/\bnull\b/i.test(description) && '`null` if there is none',
      isOptional && !/\b(only|left out)\b/i.test(description) && 'may be left out',
    ]
    return notes.filter(note => note).join('; ')
  }

  #description(place: Place): string {
    const { schema } = place
    if (schema.description !== undefined || schema.$ref === undefined) return schema.description ?? ''
    return this.#sectionOf(schema.$ref) === undefined ? this.#description(this.#resolve(place)) : ''
  }

  /** Links to the sections of what a member is, or is a list of. */
  #links(place: Place): string[] {
    const { schema, defs } = place
    const section = schema.$ref && this.#sectionOf(schema.$ref)
    if (section) return [link(section)]
    const parts = [...partsOf(schema), ...(schema.items ? [schema.items] : [])]
    return parts.flatMap(part => this.#links({ schema: part, defs }))
  }

  /** The values that have a name, as they are shown. */
  #values(place: Place): string[] {
    const { schema, defs } = place
    if (schema.$ref !== undefined)
      return this.#sectionOf(schema.$ref) === undefined ? this.#values(this.#resolve(place)) : []
    const own = schema.enum ?? []
    const inside = [...partsOf(schema), ...(schema.items ? [schema.items] : [])]
    return [
      ...own.filter(value => value !== null).map(value => `\`${value}\``),
      ...inside.flatMap(part => this.#values({ schema: part, defs })),
    ]
  }

  #isNullable(place: Place): boolean {
    const { schema, defs } = place
    if (schema.$ref !== undefined) return this.#isNullable(this.#resolve(place))
    return (
      [schema.type].flat().includes('null') ||
      schema.enum?.includes(null) === true ||
      [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(part =>
        this.#isNullable({ schema: part, defs }),
      )
    )
  }

  /** Its names in short, `{"id", "amount", …}`; several if it may be one of several. */
  #forms(place: Place, own: string): string[] {
    const { schema, defs } = place
    if (schema.$ref !== undefined) {
      const section = this.#sectionOf(schema.$ref)
      return section && section !== own ? [link(section)] : this.#forms(this.#resolve(place), own)
    }
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return choices.flatMap(part => this.#forms({ schema: part, defs }, own))
    if (schema.items) return this.#forms({ schema: schema.items, defs }, own).map(inList)
    const names = this.#memberNames(place)
    if (names.length === 0) return []
    const shown = names.slice(0, NAMES_SHOWN).map(name => `"${name}"`)
    return [`\`{${[...shown, ...(names.length > NAMES_SHOWN ? ['…'] : [])].join(', ')}}\``]
  }

  #memberNames(place: Place): string[] {
    const { schema, defs } = place
    if (schema.$ref !== undefined) return this.#memberNames(this.#resolve(place))
    const inherited = (schema.allOf ?? []).flatMap(part => this.#memberNames({ schema: part, defs }))
    return [...new Set([...inherited, ...Object.keys(schema.properties ?? {})])]
  }

  /** The name of the section about what a reference leads to; undefined if it has none. */
  #sectionOf(ref: string): string | undefined {
    if (ref.startsWith(SERVICE)) return this.#names.find(name => this.#shapes.schemas[name]!.$ref === ref)
    return ref.startsWith('#') ? undefined : ref.replace(/\.json$/, '')
  }

  #resolve({ schema, defs }: Place): Place {
    const ref = schema.$ref!
    if (ref.startsWith(SERVICE)) {
      const { service } = this.#shapes
      return known({ schema: service[ref.slice(SERVICE.length)]!, defs: service }, ref)
    }
    if (ref.startsWith('#/$defs/')) return known({ schema: defs[ref.slice('#/$defs/'.length)]!, defs }, ref)
    return this.#shape(ref.replace(/\.json$/, ''))
  }

  #shape(name: string): Place {
    const schema = this.#shapes.schemas[name]!
    return known({ schema, defs: schema?.$defs ?? {} }, name)
  }

  #printedBy(name: string): readonly string[] {
    return this.#shapes.printedBy[name] ?? []
  }
}

function known(place: Place, ref: string): Place {
  if (place.schema === undefined) throw new Error(`no schema is called ${ref}`)
  return place
}

/** The values that the description doesn't name. */
function listOf(values: readonly string[], description: string): string {
  const missing = values.filter(value => !description.includes(value))
  return missing.length > 0 && missing.length < values.length
    ? `or ${missing.join(', ')}`
    : missing.join(', ')
}

function inList(form: string): string {
  return form.startsWith('`') ? `\`[${form.slice(1, -1)}]\`` : `A list of ${form}`
}

function partsOf({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...allOf, ...anyOf, ...oneOf]
}

function refersTo(node: unknown, ref: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([key, value]) => (key === '$ref' ? value === ref : refersTo(value, ref)))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

export function link(name: string): string {
  return `[${name}](#${name})`
}

function cell(text = ''): string {
  return text.replaceAll('|', '\\|')
}
