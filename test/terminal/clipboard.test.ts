/** What puts a text on the clipboard of the terminal, and of the one around tmux. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copySequence } from '#terminal/clipboard.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeWith } from '../support/programs-on-path.ts'

/** printf %s 'Pix code' | base64 */
const OSC_52 = '\u001b]52;c;UGl4IGNvZGU=\u0007'

describe('the clipboard', () => {
  it('gets the text, and nothing that could do something where it is pasted', () => {
    expect(copySequence('Pix code', {})).toBe(OSC_52)
    expect(copySequence('Pix code', { TMUX: '' })).toBe(OSC_52)
    expect(copySequence('Pix\ncode', { TMUX: '/tmp/tmux' })).toBeNull()
  })

  it('gets it in tmux plain and wrapped, with each ESC doubled', () => {
    const wrapped = '\u001bPtmux;\u001b\u001b]52;c;UGl4IGNvZGU=\u0007\u001b\\'
    expect(copySequence('Pix code', { TMUX: '/tmp/tmux-0/default,1,0' })).toBe(OSC_52 + wrapped)
  })
})

describeWith('tmux', 'tmux', () => {
  it.each([
    ['allow-passthrough on', 'set -g allow-passthrough on', true],
    ['set-clipboard on', 'set -g set-clipboard on', true],
    ['its defaults, where nothing of it is shown either', '', false],
  ])('with %s', async (_name, option, arrives) => {
    const folder = temporaryFolder()
    const config = join(folder, 'tmux.conf')
    writeFileSync(config, `${option}\n`)
    const bytes = join(folder, 'bytes')
    writeFileSync(bytes, copySequence('Pix code', { TMUX: 'yes' })!)
    const tmux = `tmux -L ${folder.replaceAll(/\W/g, '')} -f ${config}`
    onTestFinished(() => void spawnSync('sh', ['-c', `${tmux} kill-server`]))
    // What is written before the terminal is there goes nowhere.
    const attached = 'until tmux list-clients | grep -q .; do :; done'
    const line = `${tmux} new-session '${attached}; cat ${bytes}; echo over; sleep 1'`
    const child = spawn('script', ['-qfec', line, '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let screen = ''
    child.stdout.on('data', chunk => {
      screen += chunk
    })
    await once(child, 'close')
    expect(screen).toContain('over')
    expect(screen.includes('UGl4IGNvZGU=')).toBe(arrives)
  })
})
