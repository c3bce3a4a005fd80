/** Help, rendered by oclif from the manifest. */

import { Config } from '@oclif/core/config'
import { Help } from '@oclif/core/help'
import type { Host } from './host.ts'

/** Prints the help of a command or topic id (`charge:create`), or of everything. */
export async function help(host: Host, id: string | null): Promise<void> {
  const config = await Config.load({ root: host.root })
  const page = new PixctlHelp(config, { maxWidth: Math.min(host.stdout.columns ?? 100, 100) })
  await page.showHelp(id === null ? [] : [id])
  host.stdout.write(page.text)
}

class PixctlHelp extends Help {
  text = ''
  protected override log(...lines: string[]): void {
    this.text += `${lines.join(' ')}\n`
  }
}
