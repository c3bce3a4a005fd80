/** nginx with the configuration of docs/deploy, in a temporary folder, on ports of this machine. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'
import { freePort } from './http.ts'

const root = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 10_000

export interface Nginx {
  /** Where the listeners' deliveries are sent, with a certificate of the tests. */
  url: string
  /** What it has logged. */
  log(): string
}

/** Starts it in front of two listeners; it ends with the test. */
export async function startNginx(ports: readonly [number, number]): Promise<Nginx> {
  const folder = temporaryFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    here(readFileSync(join(root, 'docs/deploy/nginx.conf'), 'utf8'), { folder, port, ports }),
  )
  const child = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', chunk => {
    log += chunk
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const started = performance.now()
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - started > TIMEOUT_MS) {
      throw new Error(`nginx does not start:\n${log}`)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return { url: `https://localhost:${port}/pix`, log: () => log }
}

/** The configuration with what differs here: where files are, the addresses, and root as the user if it is root. */
function here(
  text: string,
  { folder, port, ports }: { folder: string; port: number; ports: readonly number[] },
): string {
  const changes: [from: string, to: string][] = [
    ['pid /run/nginx.pid;', `pid ${folder}/pid;${process.getuid?.() === 0 ? ' user root;' : ''}`],
    ['listen 8443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/nginx/tls/cert.pem', join(root, 'test/support/tls/cert.pem')],
    ['/etc/nginx/tls/key.pem', join(root, 'test/support/tls/key.pem')],
    ['server listen-1:4242', `server 127.0.0.1:${ports[0]}`],
    ['server listen-2:4242', `server 127.0.0.1:${ports[1]}`],
    ['access_log off;', `access_log off; ${temporaryPaths(folder)}`],
  ]
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`docs/deploy/nginx.conf should have once: ${from}`)
    text = text.replace(from, to)
  }
  return text
}

const temporaryPaths = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
