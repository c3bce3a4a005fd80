import { describe, expect, it } from 'vitest'
import { colorEnabled, createStyle } from '#terminal/style.ts'

describe('a style', () => {
  it.each([
    ['bold', '\u001b[1mx\u001b[22m'],
    ['dim', '\u001b[2mx\u001b[22m'],
    ['red', '\u001b[31mx\u001b[39m'],
    ['green', '\u001b[32mx\u001b[39m'],
    ['yellow', '\u001b[33mx\u001b[39m'],
    ['cyan', '\u001b[36mx\u001b[39m'],
  ] as const)('paints %s with colour, and nothing without', (name, painted) => {
    expect(createStyle({ color: true })[name]('x')).toBe(painted)
    expect(createStyle({ color: false })[name]('x')).toBe('x')
  })

  it('adds no codes to an empty text', () => {
    expect(createStyle({ color: true }).red('')).toBe('')
  })
})

describe('colour', () => {
  const terminal = { env: {}, isTTY: true, noColorFlag: false }
  const pipe = { ...terminal, isTTY: false }

  it.each([
    ['on a terminal', terminal, true],
    ['in a pipe', pipe, false],
    ['with --no-color', { ...terminal, noColorFlag: true }, false],
    [
      'with --no-color against FORCE_COLOR',
      { ...terminal, env: { FORCE_COLOR: '1' }, noColorFlag: true },
      false,
    ],
    ['with NO_COLOR=0, any text counting', { ...terminal, env: { NO_COLOR: '0' } }, false],
    ['with an empty NO_COLOR', { ...terminal, env: { NO_COLOR: '' } }, true],
    ['with FORCE_COLOR=3 in a pipe', { ...pipe, env: { FORCE_COLOR: '3' } }, true],
    ['with FORCE_COLOR=true in a pipe', { ...pipe, env: { FORCE_COLOR: 'true' } }, true],
    ['with FORCE_COLOR=0', { ...terminal, env: { FORCE_COLOR: '0' } }, false],
    ['with FORCE_COLOR=false', { ...terminal, env: { FORCE_COLOR: 'false' } }, false],
    ['with an empty FORCE_COLOR in a pipe', { ...pipe, env: { FORCE_COLOR: '' } }, false],
    ['with FORCE_COLOR against NO_COLOR', { ...pipe, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, true],
    [
      'with FORCE_COLOR against a dumb terminal',
      { ...terminal, env: { FORCE_COLOR: '1', TERM: 'dumb' } },
      true,
    ],
    ['on a dumb terminal', { ...terminal, env: { TERM: 'dumb' } }, false],
    ['on another terminal', { ...terminal, env: { TERM: 'xterm-256color' } }, true],
  ])('follows where it is shown: %s', (_, question, enabled) => {
    expect(colorEnabled(question)).toBe(enabled)
  })
})
