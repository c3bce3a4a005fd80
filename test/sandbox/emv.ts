/** A reader of BR Codes for tests, written only from the EMV layout: tag, length, value, CRC last. */

export type Fields = Record<string, string>

/** The fields of a tag-length-value text. Throws if a length doesn't fit. */
export function readFields(text: string): Fields {
  const fields: Fields = {}
  for (let at = 0; at < text.length; ) {
    const header = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    if (!header) throw new Error(`no tag and length at ${at} of ${text}`)
    const [, tag = '', length = ''] = header
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (value.length !== Number(length) || tag in fields)
      throw new Error(`field ${tag} is cut short or twice`)
    fields[tag] = value
    at += 4 + Number(length)
  }
  return fields
}
