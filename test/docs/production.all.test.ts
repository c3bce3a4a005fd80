/**
 * The commands of docs/guide/production.md that need no root (its blocks of `bash`), in their order in one shell, with a
 * real PostgreSQL. Only addresses and ports are those of this machine.
 */

import { randomInt } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isListening } from '../support/http.ts'
import { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, startPostgres } from '../support/postgres.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { read, root } from './pages.ts'

/** Ten free ports that differ only in their last digit, other than some; gives the digits before it. */
async function freePorts(other = 0): Promise<number> {
  for (;;) {
    // Below those that the system gives to other programs.
    const start = randomInt(2000, 3200)
    const ports = Array.from({ length: 10 }, (_, digit) => start * 10 + digit)
    const used = await Promise.all(ports.map(isListening))
    if (start !== other && !used.includes(true)) return start
  }
}

describeOnPostgres('the commands of the production guide', () => {
  it('take one machine to three, in their order', async () => {
    const machine = new Machine()
    onTestFinished(() => machine[Symbol.dispose]())
    const bin = join(machine.folder, 'bin')
    mkdirSync(bin)
    symlinkSync(join(root, 'bin/run.js'), join(bin, 'pixctl'))
    writeFileSync(join(machine.folder, 'webhook-secret'), SECRET, { mode: 0o600 })
    const server = await startPostgres({ password: 'admin' })
    await server.query(`CREATE ROLE pixctl LOGIN PASSWORD 'PASSWORD'`)
    await server.query('CREATE DATABASE pixctl OWNER pixctl')
    const target = await openTarget(200)
    const listeners = await freePorts()
    const monitors = await freePorts(listeners)

    const blocks = [...read('docs/guide/production.md').matchAll(/^```bash\n([\s\S]*?)^```$/gm)]
    expect(blocks.length).toBeGreaterThan(8)
    const script = blocks
      .map(([, text]) => text!)
      .join('\n')
      // First: the ports below may begin with the same digits.
      .replaceAll(/\b424(?=\d|\$)/g, String(listeners))
      .replaceAll(/\b946(?=\d|\$)/g, String(monitors))
      .replaceAll('db.example.com:5432', `127.0.0.1:${server.port}`)
      .replaceAll('http://127.0.0.1:3000/pix', target.url)
    // The function of Machine would hide the processes behind a shell, which a signal would end in their place.
    const run = await machine.shell(
      `unset -f pixctl; set -eu; cd "$HOME"; trap 'tail -n 5 listen*.log >&2; kill $(jobs -p) 2>&- || true; wait' EXIT\n${script}`,
      { env: { PATH: `${bin}:${process.env.PATH}` } },
    )
    expect(run.stderr).not.toMatch(/^error:/m)
    expect(run, run.stderr).toMatchObject({ code: 0 })

    // One to the machine while it was alone; one to three of them, and one while the second was replaced.
    const rows = await server.query('SELECT count(*)::int AS count FROM pixctl.log_events', [], 'pixctl')
    expect(rows).toEqual([{ count: 2 }])
    expect(target.got).toHaveLength(3)
  })
})
