/** `--monitor [HOST:]PORT`: where the monitor listens. */

import { custom } from '@oclif/core/flags'
import { badValue } from '#lib/input/bad-value.ts'
import type { MonitorAddress } from '#monitor/monitor.ts'
import { texts } from './texts.ts'

const MAX_PORT = 65_535

export const monitorFlag = custom<MonitorAddress>({
  description: texts.monitor(),
  helpValue: '[HOST:]PORT',
  parse: async text => parseAddress(text),
})

function parseAddress(text: string): MonitorAddress {
  const [, bracketed, plain, digits = ''] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = digits === '' ? Number.NaN : Number(digits)
  if (port <= MAX_PORT) return { host: bracketed ?? plain ?? '127.0.0.1', port }
  throw badValue('--monitor', { takes: texts.somePort, text, example: texts.monitorExamples })
}
