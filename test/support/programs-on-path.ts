/** Programs of the system that some tests need: promtool, nginx, systemd-analyze, zbarimg, ofxdump and tmux. */

import { spawnSync } from 'node:child_process'
import { describeNeeding } from './needs.ts'

/** The Debian package that has each of them. */
const PACKAGES = {
  promtool: 'prometheus',
  nginx: 'nginx',
  'systemd-analyze': 'systemd',
  zbarimg: 'zbar-tools',
  ofxdump: 'ofx',
  tmux: 'tmux',
} as const

export type SystemProgram = keyof typeof PACKAGES

/** Skipped where the program is missing, unless PIXCTL_REQUIRE_SERVERS=1. */
export function describeWith(program: SystemProgram, name: string, body: () => void): void {
  const isShort = program === 'nginx' || program === 'tmux'
  const found = spawnSync(program, [isShort ? '-V' : '--version']).error === undefined
  const missing = found ? null : `it needs the package ${PACKAGES[program]}`
  describeNeeding({ missing, requiredBy: 'PIXCTL_REQUIRE_SERVERS' }, name, body)
}

/** Runs one of them to its end; `output` is all that it printed. */
export function runProgram(
  program: SystemProgram,
  args: readonly string[],
  input = '',
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', timeout: 60_000 })
  return { code: status, output: stdout + stderr }
}
