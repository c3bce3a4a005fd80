/**
 * V8's code cache for the files of dist/, saved at the end of a run. It contains the functions that the command has
 * used. Node's own compile cache is saved before anything has run, so V8 must compile the functions at every start.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { makePrivateFolder, replaceFile } from '#lib/files.ts'

export interface CodeCacheOptions {
  /** pixctl's cache folder. Only this user may write in it: a changed cache could run code as this user. */
  home: string
  /** The id of this build. V8 itself compares only the length of the source. The caches of another build are replaced. */
  build: string
  /** Each key has its own caches, because each command uses other functions: the first word of the command. */
  key: string
  /** The user's id; undefined on Windows, where folders have no permission bits. */
  uid: number | undefined
  /** Node's require, for modules outside dist/. */
  require: NodeJS.Require
}

export class CodeCache {
  readonly #options: CodeCacheOptions
  readonly #folder: string
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #unsaved: { path: string; script: Script }[] = []
  readonly #trusted: boolean

  constructor(options: CodeCacheOptions) {
    this.#options = options
    this.#folder = join(options.home, 'code')
    this.#trusted = this.#isOurs()
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
    this.#compile(file)(module.exports, requireFrom, module, file, folder)
    return module.exports
  }

  /** The file as a function of what CommonJS gives it. */
  #compile(file: string): (...given: unknown[]) => void {
    const path = join(this.#folder, `${this.#options.key}-${basename(file)}.bin`)
    const cachedData = this.#trusted ? this.#read(path) : undefined
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
      { filename: file, ...(cachedData && { cachedData }) },
    )
    // V8 rejects a cache of another Node version or of other V8 flags.
    if (!cachedData || script.cachedDataRejected) this.#unsaved.push({ path, script })
    return script.runInThisContext()
  }

  /** Saves the functions compiled in this run. If that fails, the next start is only slower. */
  save(): void {
    if (this.#unsaved.length === 0) return
    try {
      makePrivateFolder(this.#folder)
      if (!this.#isOurs()) return
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
    let descriptor: number
    try {
      // Without O_NONBLOCK, a pipe in its place would block every start.
      descriptor = openSync(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      return undefined
    }
    try {
      // Checks the open file, because the name may lead to another file a moment later.
      const stats = fstatSync(descriptor)
      if (!stats.isFile() || !isPrivateTo(stats, this.#options.uid)) return undefined
      const file = readFileSync(descriptor)
      const end = file.length - CHECKSUM_BYTES
      const code = file.subarray(0, Math.max(end, 0))
      return end > 0 && file.readUInt32BE(end) === this.#checksum(code) ? code : undefined
    } catch {
      return undefined
    } finally {
      closeSync(descriptor)
    }
  }

  /** V8 doesn't check the content: a damaged cache would crash the process. The build's id is part of the checksum. */
  #checksum(code: Uint8Array): number {
    return crc32(code, crc32(this.#options.build))
  }

  /** Whether only this user can use the folder of the caches, and nobody else can write in the folder above them. */
  #isOurs(): boolean {
    const { home, uid } = this.#options
    if (uid === undefined) return true
    const [above, folder] = [folderAt(home), folderAt(this.#folder)]
    const ours = above !== null && [uid, 0].includes(above.uid) && (above.mode & 0o022) === 0
    return ours && folder !== null && isPrivateTo(folder, uid)
  }
}

/** Windows has neither of them. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
const CHECKSUM_BYTES = 4

/** The folder at a path; null where none can be seen. Links are not followed. */
function folderAt(path: string): Stats | null {
  try {
    const stats = lstatSync(path)
    return stats.isDirectory() ? stats : null
  } catch {
    return null
  }
}

/** Always true on Windows, which has no permission bits. */
function isPrivateTo(stats: Stats, uid: number | undefined): boolean {
  return uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0)
}
