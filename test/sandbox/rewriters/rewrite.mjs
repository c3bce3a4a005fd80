// Writes each text of a list again, in the ways of JavaScript.
import { text } from 'node:stream/consumers'

const texts = JSON.parse(await text(process.stdin))
const written = body => [0, 2].map(indent => JSON.stringify(JSON.parse(body), null, indent))
process.stdout.write(JSON.stringify(texts.map(written)))
