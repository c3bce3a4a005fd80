/**
 * V8's code cache for the files of dist/, taken when a run ends. Node's own compile cache takes it before
 * anything has run, and V8 then compiles every function anew at each start; this one holds the functions
 * that the command has used.
 */

import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

export interface CodeCacheOptions {
  /** Where the caches are kept; it must be this user's alone, for whoever writes there can run code as this user. */
  folder: string
  /** Tells caches of one file apart by what is used of it: the command's first word. */
  key: string
  /** The user's id; undefined on Windows, where folders have no such permissions. */
  uid: number | undefined
  /** Node's require, for whatever doesn't lie beside the program's own files. */
  require: NodeJS.Require
}

type Evaluate = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void

export class CodeCache {
  readonly #options: CodeCacheOptions
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #unsaved: { path: string; script: Script }[] = []
  readonly #trusted: boolean

  constructor(options: CodeCacheOptions) {
    this.#options = options
    this.#trusted = isPrivate(options.folder, options.uid)
  }

  /** What the CommonJS file exports. `./x.cjs`, where it is required in there, is loaded in the same way. */
  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    this.#modules.set(file, module)
    const { require } = this.#options
    const folder = dirname(file)
    const requireFrom = (id: string) => (id.startsWith('./') ? this.load(join(folder, id)) : require(id))
    this.#compile(file)(module.exports, requireFrom, module, file, folder)
    return module.exports
  }

  #compile(file: string): Evaluate {
    const path = join(this.#options.folder, `${this.#options.key}-${basename(file)}.bin`)
    const cachedData = this.#trusted ? readWhole(path) : undefined
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
      { filename: file, ...(cachedData && { cachedData }) },
    )
    // Rejected: made by another version of Node, or under other flags.
    if (!cachedData || script.cachedDataRejected) this.#unsaved.push({ path, script })
    return script.runInThisContext()
  }

  /** Keeps what has been compiled in this run. Without a place to keep it, nothing is lost but time. */
  save(): void {
    if (this.#unsaved.length === 0) return
    const { folder, uid } = this.#options
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (!isPrivate(folder, uid)) return
      for (const { path, script } of this.#unsaved) {
        const code = script.createCachedData()
        const checksum = Buffer.alloc(CHECKSUM_BYTES)
        checksum.writeUInt32BE(crc32(code))
        const whole = `${path}.${process.pid}`
        writeFileSync(whole, Buffer.concat([code, checksum]), { mode: 0o600, flag: 'wx' })
        renameSync(whole, path)
      }
    } catch {
      // No home, a full disk, a read-only cache.
    }
  }
}

function isPrivate(folder: string, uid: number | undefined): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats !== undefined && (uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0))
}

/** V8 checks nothing itself: a damaged cache would end the process. So a checksum stands at the end. */
const CHECKSUM_BYTES = 4

/** The code as it was saved; undefined where there is none, or not the whole. */
function readWhole(path: string): Buffer | undefined {
  let file: Buffer
  try {
    file = readFileSync(path)
  } catch {
    return undefined
  }
  const end = file.length - CHECKSUM_BYTES
  const code = file.subarray(0, Math.max(end, 0))
  return end > 0 && file.readUInt32BE(end) === crc32(code) ? code : undefined
}
