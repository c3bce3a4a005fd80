/** What a validator of the contract complains of, for a person. */

/** Says whether a value has the shape; after a false, `errors` holds where it has not. */
export interface Validator<T> {
  (value: unknown): value is T
  errors?: Fault[] | null | undefined
}

interface Fault {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

/** The rule that was broken, such as `must be BRL`; it doesn't quote the value. */
export function brokenRule({ keyword, message = 'is not valid', params }: Fault): string {
  if (Array.isArray(params.allowedValues)) return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'const') return `must be ${params.allowedValue}`
  return message
}
