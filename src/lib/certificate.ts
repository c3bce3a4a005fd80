/** The certificate of a server: read again when its files change, and its end said in time (docs/decisions/operation.md). */

import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Clock } from './clock.ts'
import { LocalizedError, localizedMessage } from './failure.ts'
import { formatLocalTime } from './local-time.ts'
import type { Notes } from './notes.ts'
import { texts } from './texts.ts'

/** A certificate, with its chain, and its key. */
interface Pem {
  cert: Buffer
  key: Buffer
}

/** What a server takes, and where it says what to call with a later one. */
export interface Tls extends Pem {
  onChange?: (pem: Pem) => void
}

/** How often the files are read. They are small, and neither links nor network disks always say that they have changed. */
const LOOK_MS = 60_000
const DAY_MS = 86_400_000
/** So long before its end a certificate must be renewed, in milliseconds. */
const SOON_MS = 14 * DAY_MS

/** Whether a certificate is for a name, or for an address. */
export function isCertificateFor(cert: Buffer, name: string): boolean {
  const certificate = new X509Certificate(cert)
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined
}

/** The first name or address that a certificate is for; undefined if it has none without a `*`. */
export function firstNameOf(cert: Buffer): string | undefined {
  const names = new X509Certificate(cert).subjectAltName ?? ''
  return /(?:DNS|IP Address):([^,*\s]+)(?:,|$)/.exec(names)?.[1]
}

export class Certificate implements Tls {
  readonly #keyFile: string
  readonly file: string
  cert!: Buffer
  key!: Buffer
  /** In milliseconds since the epoch; of a chain, the end of its first one. */
  endsAt!: number
  onChange?: (pem: Pem) => void

  private constructor(file: string, keyFile: string) {
    this.file = file
    this.#keyFile = keyFile
  }

  /** @throws OpenSSL's error if it can't read them, or if the key is another certificate's */
  static async create(file: string, keyFile: string, pem: Pem): Promise<Certificate> {
    const certificate = new Certificate(file, keyFile)
    await certificate.#use(pem)
    return certificate
  }

  /**
   * Reads the files again each minute, and says once a day that the end is near, until the signal aborts. What can't be used
   * is said once; the earlier one is used until it can.
   *
   * @param onUsed called with the end of each that is used
   */
  watch(clock: Clock, out: Notes, signal: AbortSignal, onUsed: (endsAt: number) => void = () => {}): void {
    let saidAt = Number.NEGATIVE_INFINITY
    let problem = ''
    const { file } = this
    const sayEnd = () => {
      const [now, { endsAt }] = [clock.now(), this]
      onUsed(endsAt)
      if (endsAt - now <= SOON_MS && now >= saidAt + DAY_MS) {
        saidAt = now
        out.warn(() => texts.certificateEnds(file, formatLocalTime(endsAt), endsAt <= now), { file })
      }
      clock.setTimer(LOOK_MS, look)
    }
    const look = async () => {
      let now = ''
      try {
        if (!signal.aborted && (await this.#readAgain())) {
          saidAt = Number.NEGATIVE_INFINITY
          out.say(() => texts.certificateRead(file, formatLocalTime(this.endsAt)), { file })
        }
      } catch (error) {
        now = localizedMessage(error)
        if (now !== problem) out.warn(() => texts.certificateKept(file, now), { file })
      }
      problem = now
      if (!signal.aborted) sayEnd()
    }
    sayEnd()
  }

  /** Whether they had changed. */
  async #readAgain(): Promise<boolean> {
    const pem = { cert: await readPem(this.file), key: await readPem(this.#keyFile) }
    if (pem.cert.equals(this.cert) && pem.key.equals(this.key)) return false
    await this.#use(pem)
    this.onChange?.(pem)
    return true
  }

  async #use(pem: Pem): Promise<void> {
    const { createSecureContext } = await import('node:tls')
    createSecureContext(pem)
    Object.assign(this, pem, { endsAt: new X509Certificate(pem.cert).validToDate.getTime() })
  }
}

/** The content of a certificate's or a key's file. Rejects if it is a pipe, which would be waited for without end. */
async function readPem(file: string): Promise<Buffer> {
  if (!(await stat(file)).isFile()) throw new LocalizedError(texts.notAFile)
  return readFile(file)
}
