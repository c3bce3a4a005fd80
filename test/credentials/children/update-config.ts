/** Adds profiles to a config directory: update-config.ts DIRECTORY PREFIX COUNT */

import { updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'

const [directory, prefix, count] = process.argv.slice(2)
for (let index = 0; index < Number(count); index++) {
  await updateConfig(directory!, systemClock, config => {
    config.profiles.set(`${prefix}-${index}`, { baseUrl: `https://${prefix}-${index}.example/api/v1` })
  })
}
