/**
 * V8's code cache for the files of dist/, saved at the end of a run. It contains the functions that the command has
 * used. Node's own compile cache is saved before anything has run, so V8 must compile the functions at every start.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { makePrivateFolder, readPrivateBytes, replaceFile } from '#lib/files.ts'
import { checkFolder } from '#lib/trust.ts'

export interface CodeCacheOptions {
  /** pixctl's cache folder; null for none. Only this user may write in it: a changed cache could run code as this user. */
  home: string | null
  /** The id of this build. V8 itself compares only the length of the source. The caches of another build are replaced. */
  build: string
  /** Each key has its own caches, because each command uses other functions: the first word of the command. */
  key: string
  /** Node's require, for modules outside dist/. */
  require: NodeJS.Require
}

export class CodeCache {
  readonly #options: CodeCacheOptions
  readonly #folder: string
  readonly #modules = new Map<string, { exports: unknown }>()
  /** Of {@link readAhead}, by file. */
  readonly #sources = new Map<string, string>()
  readonly #unsaved: { path: string; script: Script }[] = []
  readonly #trusted: boolean

  constructor(options: CodeCacheOptions) {
    this.#options = options
    this.#folder = join(options.home ?? '', 'code')
    this.#trusted = options.home !== null && isTrusted(this.#folder)
  }

  /** Loads a CommonJS file and returns its exports. Files that it requires as `./x.cjs` are loaded the same way. */
  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    this.#modules.set(file, module)
    const { require } = this.#options
    const folder = dirname(file)
    const requireFrom = (id: string) => (id.startsWith('./') ? this.load(join(folder, id)) : require(id))
    try {
      this.#compile(file)(module.exports, requireFrom, module, file, folder)
    } catch (error) {
      // The next use tries it again: an upgrade may have been replacing it.
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  /** Reads all files of a folder, so that what this process loads later is of this build, whatever is there by then. */
  readAhead(folder: string): void {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.cjs')) this.#sources.set(join(folder, name), readSource(join(folder, name)))
    }
  }

  /** The file as a function of what CommonJS gives it. */
  #compile(file: string): (...given: unknown[]) => void {
    const path = join(this.#folder, `${this.#options.key}-${basename(file)}.bin`)
    const cachedData = this.#trusted ? this.#read(path) : undefined
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${this.#sources.get(file) ?? readSource(file)}\n})`,
      { filename: file, ...(cachedData && { cachedData }) },
    )
    // V8 rejects a cache of another Node version or of other V8 flags.
    if (!cachedData || script.cachedDataRejected) this.#unsaved.push({ path, script })
    return script.runInThisContext()
  }

  /** Saves the functions compiled in this run. If that fails, the next start is only slower. */
  save(): void {
    if (this.#unsaved.length === 0 || !this.#trusted) return
    try {
      makePrivateFolder(this.#folder)
      for (const { path, script } of this.#unsaved) {
        const code = script.createCachedData()
        const checksum = Buffer.alloc(CHECKSUM_BYTES)
        checksum.writeUInt32BE(this.#checksum(code))
        replaceFile(path, Buffer.concat([code, checksum]), { durable: false })
      }
    } catch {
      // No home, a full disk, a read-only cache, another user's folders.
    }
  }

  /** The saved code; undefined if it is missing, incomplete, or another user could have written it. */
  #read(path: string): Buffer | undefined {
    try {
      const file = readPrivateBytes(path)
      if (!file || file.length <= CHECKSUM_BYTES) return undefined
      const code = file.subarray(0, -CHECKSUM_BYTES)
      return file.readUInt32BE(code.length) === this.#checksum(code) ? code : undefined
    } catch {
      return undefined
    }
  }

  /** V8 doesn't check the content: a damaged cache would crash the process. The build's id is part of the checksum. */
  #checksum(code: Uint8Array): number {
    return crc32(code, crc32(this.#options.build))
  }
}

const CHECKSUM_BYTES = 4

/** An empty file is one that is being replaced; it would load, with nothing in it. */
function readSource(file: string): string {
  const source = readFileSync(file, 'utf8')
  if (source === '') throw new Error(`${file}: 0 bytes`)
  return source
}

/** Checked at the start, by the strict rules: PIXCTL_ALLOW_GROUP lets the group write files, but not code that is run. */
function isTrusted(folder: string): boolean {
  try {
    checkFolder(folder)
    return true
  } catch {
    return false
  }
}
