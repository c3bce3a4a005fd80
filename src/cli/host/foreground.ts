import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether this process is in the foreground of its terminal; undefined if it can't be found out. Node has no API for this:
 * it compares the process group with the one in the foreground.
 */
export function isInForeground(): boolean | undefined {
  try {
    const [group, foreground] = process.platform === 'linux' ? groupsOnLinux() : groupsByPs()
    return group === foreground
  } catch {
    return undefined
  }
}

/** proc_pid_stat(5): after the name in parentheses come state, ppid, pgrp, session, tty_nr and tpgid. */
function groupsOnLinux() {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [group, foreground]
}

function groupsByPs() {
  const args = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)]
  // NODE_DEBUG=child_process shows the environment.
  const env = { PATH: process.env.PATH }
  return execFileSync('ps', args, { encoding: 'utf8', env }).trim().split(/\s+/)
}
