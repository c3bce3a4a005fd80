// In pixctl.exe, which is Node with these lines inside. The path may be a link that a package manager made.
const { realpathSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname, join } = require('node:path')

const lib = join(dirname(realpathSync(process.execPath)), '..', 'lib', 'pixctl')
createRequire(join(lib, 'package.json'))('./bin/run.js')
