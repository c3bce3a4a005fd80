import { readFileSync } from 'node:fs'

/**
 * Whether this process is in the foreground of its terminal; undefined if it can't be found out, as on other systems than Linux.
 * Node has no API for this: it compares the process group with the one in the foreground.
 */
export function isInForeground(): boolean | undefined {
  try {
    // proc_pid_stat(5): after the name in parentheses come state, ppid, pgrp, session, tty_nr and tpgid.
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === foreground
  } catch {
    return undefined
  }
}
