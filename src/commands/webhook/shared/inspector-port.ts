/** The port of the inspector. */

import { custom } from '@oclif/core/flags'
import { badValue } from '#lib/input/bad-value.ts'
import { texts } from './texts.ts'

export const INSPECTOR_PORT = 4243
const MAX_PORT = 65_535

/** A port, 0 for any free one. */
export const inspectorPort = custom<number>({
  parse: async (text, _context, { name }) => {
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (port <= MAX_PORT) return port
    throw badValue(`--${name}`, {
      takes: texts.portHere,
      text,
      example: () => texts.portExample(`--${name}`, INSPECTOR_PORT),
    })
  },
})
