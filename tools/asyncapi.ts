/** Checks src/contract/asyncapi.yaml, and what it refers to, by the rules of AsyncAPI. */

import { DiagnosticSeverity, fromFile, Parser } from '@asyncapi/parser'

const FILE = 'src/contract/asyncapi.yaml'

const { diagnostics } = await fromFile(new Parser(), FILE).parse()
const problems = diagnostics.filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
for (const { range, path, message, code } of problems) {
  console.error(`${FILE}:${range.start.line + 1} ${path.join('.')}: ${message} (${code})`)
}
if (problems.length > 0) process.exitCode = 1
else console.log(`${FILE} is valid`)
