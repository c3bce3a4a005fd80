/** The counter's screen on a real terminal, in a real shell: Ctrl-Z and fg, another size, signals, a closed terminal. */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { noTerminal, onTerminal, plain, type Terminal } from './pty.ts'

if (noTerminal) process.stderr.write(`skipped: the counter on a terminal: ${noTerminal}\n`)

const SUSPEND = '\u001a'
const INTERRUPT = '\u0003'
const ENTER_SCREEN = '\u001b[?1049h'
const LEAVE_SCREEN = '\u001b[?1049l'
/** What a shell needs: lines, shown as they are typed, and Ctrl-C as a signal. */
const USUAL_MODE = /[^-]isig [^-]*icanon .*[^-]echo /s

describe.skipIf(noTerminal)('charges watch on a terminal', async () => {
  const store = await openStore()
  await store.create('--amount', '35.90', '--description', 'Mesa 4')
  const { folder } = store.machine

  /** A shell with job control. Its terminal's name is in the file `tty`, the ids of the tool's process in `pid`. */
  function shell(): Terminal {
    const line = `tty > ${folder}/tty; export -f pixctl; PS1='ready$ ' exec bash --noprofile --norc -i`
    return onTerminal(store.machine, line)
  }

  /** How the shell finds the terminal. */
  async function mode(terminal: Terminal, mark: string): Promise<string> {
    terminal.type(`stty -a | tr '\\n' ' '; echo ${mark}''END\r`)
    await terminal.sees(`${mark}END`)
    return plain(terminal.screen).split('stty -a').at(-1)!
  }

  it('Ctrl-Z gives the terminal back, fg draws anew, and q ends it', async () => {
    const terminal = shell()
    await terminal.sees('ready$')
    terminal.type('pixctl charges watch\r')
    await terminal.sees(ENTER_SCREEN)
    await terminal.sees('Mesa 4')
    terminal.type(SUSPEND)
    await terminal.sees(LEAVE_SCREEN)
    await terminal.sees('Stopped')
    expect(await mode(terminal, 'A')).toMatch(USUAL_MODE)
    terminal.type('fg\r')
    await terminal.sees(ENTER_SCREEN)
    await terminal.sees('Mesa 4')
    terminal.type('q')
    await terminal.sees(LEAVE_SCREEN)
    await terminal.sees('to be paid: 1 (R$ 35,90)')
    expect(await mode(terminal, 'B')).toMatch(USUAL_MODE)
    terminal.type('exit\r')
    await terminal.ended
  })

  it('Ctrl-Z does nothing where no shell could make it go on', async () => {
    const terminal = onTerminal(store.machine, `exec ${execLine()}`)
    await terminal.sees('Mesa 4')
    terminal.type(SUSPEND)
    await terminal.sees(LEAVE_SCREEN)
    await terminal.sees(ENTER_SCREEN)
    await terminal.sees('Mesa 4')
    terminal.type('q')
    expect(await terminal.ended).toBe(0)
  })

  it('draws anew when the window gets another size', async () => {
    const terminal = shell()
    await terminal.sees('ready$')
    terminal.type('pixctl charges watch\r')
    await terminal.sees('profile default at')
    const tty = readFileSync(join(folder, 'tty'), 'utf8').trim()
    spawnSync('stty', ['-F', tty, 'cols', '40', 'rows', '30'])
    await terminal.sees('\u001b[2J')
    await terminal.sees('\u001b[30;1H')
    terminal.type('q')
    await terminal.sees(LEAVE_SCREEN)
    terminal.type('exit\r')
    await terminal.ended
  })

  it.each([
    ['Ctrl-C', 130, (terminal: Terminal) => terminal.type(INTERRUPT)],
    ['SIGTERM', 143, () => void spawnSync('bash', ['-c', `kill -TERM $(cat ${folder}/pid)`])],
  ])('%s ends it with %i and restores the terminal', async (_name, code, end) => {
    const line = `(echo $BASHPID > ${folder}/pid; exec ${execLine()}); code=$?; stty -a | tr '\\n' ' '; exit $code`
    const terminal = onTerminal(store.machine, line)
    await terminal.sees('Mesa 4')
    end(terminal)
    expect(await terminal.ended).toBe(code)
    const [, after = ''] = terminal.screen.split(LEAVE_SCREEN)
    expect(after).toContain('to be paid: 1 (')
    expect(after).toMatch(USUAL_MODE)
  })

  it.each([
    ['the counter', 'charges watch', 24, 'Mesa 4'],
    ['an offer of keys', 'charge create --amount 10 --wait', 20, 'Enter opens it'],
  ])('%s ends with 143 when the terminal is closed', async (_name, command, rows, sees) => {
    const script = join(folder, 'run.sh')
    // The shell outlives the terminal, to say how the command ended.
    const line = `${execLine(command)}; echo $? > ${folder}/code`
    writeFileSync(script, `trap : HUP\nrm -f ${folder}/code\nstty cols 80 rows ${rows}\n${line}\n`)
    const child = spawn('script', ['-qfec', `bash ${script}`, '/dev/null'], {
      env: { ...store.machine.env, TERM: 'linux' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await new Promise<void>(resolve => {
      let text = ''
      child.stdout.on('data', chunk => {
        text += chunk
        if (text.includes(sees)) resolve()
      })
    })
    child.kill('SIGKILL')
    const code = () => readFileSync(join(folder, 'code'), { encoding: 'utf8', flag: 'a+' })
    await expect.poll(code).toBe('143\n')
  })

  /** The tool without a shell between. */
  function execLine(command = 'charges watch'): string {
    const [, node, run] = /"([^"]+)" "([^"]+)"/.exec(store.machine.shellFunction)!
    return `${node} ${run} ${command}`
  }
})
