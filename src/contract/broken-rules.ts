/** The errors of the contract's validators, in words. */

/** Says whether a value has the right shape. If not, `errors` says where it is wrong. */
export interface Validator<T> {
  (value: unknown): value is T
  errors?: Fault[] | null | undefined
}

export interface Fault {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

/** The broken rule, such as `must be BRL`. It doesn't quote the value. */
export function brokenRule({ keyword, message = 'is not valid', params }: Fault): string {
  if (Array.isArray(params.allowedValues)) return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'const') return `must be ${params.allowedValue}`
  return message
}
