/**
 * oclif's configuration. oclif's own loader searches for plug-ins, which pixctl doesn't have, and would double the time
 * that a command takes.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'
import type { Config } from '@oclif/core/config'
import { language } from '../../shared/language.ts'
import type { Host } from '../host/host.ts'
import { TOPICS } from './commands.ts'
import { readHelpTexts, withTexts } from './help-texts.ts'

/** The part that running a command needs. */
export function runConfig({ root, version, platform }: Host): Config {
  const config = {
    bin: 'pixctl',
    name: 'pixctl',
    version,
    userAgent: `pixctl/${version}`,
    platform,
    root,
    topicSeparator: ' ',
    pjson: { name: 'pixctl', version, oclif: {} },
    runHook: async () => ({ successes: [], failures: [] }),
  }
  return config as unknown as Config
}

/** The part that the help needs: also the commands of oclif.manifest.json and the topics. */
export function helpConfig(host: Host, description: string): Config {
  const manifest = JSON.parse(readFileSync(join(host.root, 'oclif.manifest.json'), 'utf8')) as {
    commands: Record<string, Command.Loadable>
  }
  const texts = readHelpTexts(host.root, language())
  const originals = Object.values(manifest.commands).map(each => (texts ? withTexts(each, texts) : each))
  const aliased = originals.flatMap(each => each.aliases.map(id => ({ ...each, id })))
  const commands = [...originals, ...aliased]
  // oclif lists the commands of a topic only if they are in the list of topics too.
  const topics = [
    ...Object.entries(TOPICS).map(([name, { description }]) => ({
      name,
      description: texts?.topics[name] ?? description,
    })),
    ...commands.map(({ id, summary }) => ({ name: id, description: summary })),
  ]
  return Object.assign(runConfig(host), {
    commands,
    commandIDs: commands.map(({ id }) => id),
    findCommand: (id: string) => commands.find(each => each.id === id),
    topics,
    findTopic: (name: string) => topics.find(each => each.name === name),
    plugins: new Map(),
    pjson: { name: 'pixctl', version: host.version, description, oclif: {} },
    shell: host.env.COMSPEC ?? '',
  })
}
