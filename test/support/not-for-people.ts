/** The kinds of texts with several words that nobody reads as a sentence, so that they are the same in every language. */

import { readFileSync } from 'node:fs'

/** Where a text is: the names of what it is inside of, the nearest first. */
export interface Place {
  file: string
  inside: string[]
}

const manifest = JSON.parse(readFileSync(new URL('../../oclif.manifest.json', import.meta.url), 'utf8'))
const commands = new Set(Object.keys(manifest.commands).map(id => id.replaceAll(':', ' ')))

const SQL =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|FROM|WHERE|JOIN|AS|CASE|AND|IN|IS NULL|ORDER BY|DESC|PRAGMA|BEGIN|INDEXED BY|ROLLBACK|VACUUM|GRANT|SET|LISTEN|WITH|VALUES|LIMIT)\b|[a-z_]+ = (\?|'[a-z]+'|\d)/
/** Names with commas between them, as in SELECT. */
const COLUMNS = /^[\s,]*[\w.{}]+(\s*,\s*[\w.{}]+)+\s*$/
/** A call or an expression; not `file(s)`. */
const CODE = /[\w$]\((?!s\))|^\(function |^(event|data)?: |^<!doctype|^printf |^\?|<%= config\.bin/
const POLICY = /^[a-z-]+-(src|uri|action|ancestors) /
const STATUS_LINE = /^HTTP\/1\.1 /

const within =
  (names: RegExp) =>
  (_text: string, { inside }: Place) =>
    inside.some(name => names.test(name))
const inFile =
  (paths: RegExp) =>
  (_text: string, { file }: Place) =>
    paths.test(file)
const looksLike = (words: RegExp) => (text: string) => words.test(text)

/** Each kind with the reason. */
const KINDS: Record<string, (text: string, place: Place) => boolean> = {
  'is in both languages here': within(/^both\(\)$/),
  'is a command of pixctl': text => commands.has(text.replace(/ --[a-z-]+$/, '')),
  'is SQL': text => SQL.test(text) || COLUMNS.test(text),
  'is code': looksLike(CODE),
  'is for --debug': within(/debug\(\)$|^onDebug/i),
  "is an error that only pixctl's developers see": within(/^new (Error|RangeError|TypeError)\(\)$/),
  'is for HTML or CSS': within(/^(class|content):$|^(closest|querySelector(All)?)\(\)$/),
  'is for HTTP': (text, place) =>
    POLICY.test(text) || STATUS_LINE.test(text) || within(/^headers:$/)(text, place),
  'is in JSON': within(/^json\(\)$/),
  'is what the service itself says, or records': inFile(/^sandbox\/(?!dashboard\/pages\/)/),
  'is what the validators of the contract say': inFile(/^contract\/broken-rules\.ts$/),
  'is for Prometheus and for probes': inFile(/^monitor\//),
  'is a script for a shell': inFile(/^commands\/completion\/scripts\.ts$/),
  'is a part of a text in one language': inFile(/-pt-br\.ts$/),
}

/** Single texts. */
export const SAME: readonly string[] = [
  // HTTP, and commands of other programs.
  ...['Authorization: Bearer API_KEY', 'timedatectl set-ntp true', 'open location {}'],
  // Words of TSV.
  ...['all files', 'shared inbox', 'shared shown'],
  // Given to both() in the texts.ts that show it.
  ...['whole centavos, at least 0.00', 'a past time', 'no reason given'],
  // Data of a check, and what a receiver made of the body.
  ...['Pão de queijo e café 🥐', '[object Object]'],
  // The order of the service's list.
  ...['newest first', 'oldest first'],
  // For --debug, by a name.
  ...['WebSocket ping', 'WebSocket pong', 'binary message of {} bytes'],
  ...['it is a word', 'it has no name', 'it is named {}'],
]

/** Whether it is none of the kinds. */
export function isForPeople(text: string, place: Place): boolean {
  return !Object.values(KINDS).some(isOf => isOf(text, place))
}
