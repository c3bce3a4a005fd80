/** What is published on the page of a release: of the changelog only what is new. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notesOf } from '../../tools/release-notes.ts'

const root = join(import.meta.dirname, '../..')
const CHANGELOG = `# Changelog

The form is that of Keep a Changelog.

## [Unreleased]

## [0.10.0] - 2027-02-03

### Added

- Much.

## [0.1.0] - 2027-01-02

Words.

### Fixed

- \`## [9.9.9] - in a line\` is no heading.

[0.1.0]: https://example.org
`

it('are the part about that version, without its heading', () => {
  expect(notesOf(CHANGELOG, '0.10.0')).toBe('### Added\n\n- Much.\n')
  expect(notesOf(CHANGELOG, '0.1.0')).toMatch(/^Words\.\n\n### Fixed\n\n- `## \[9\.9\.9\]/)
  expect(notesOf(CHANGELOG, '0.1.0')).not.toContain('Much')
})

it('are refused for a version that is not there, has no day or says nothing', () => {
  expect(() => notesOf(CHANGELOG, '0.1')).toThrow('CHANGELOG.md says nothing about 0.1')
  expect(() => notesOf(CHANGELOG.replace('2027-01-02', 'Unreleased'), '0.1.0')).toThrow('no day for 0.1.0')
  expect(() => notesOf('## [0.1.0] - 2027-01-02\n\n## [0.0.1] - 2027-01-01\n\n- a\n', '0.1.0')).toThrow(
    'says nothing about 0.1.0',
  )
})

it('are found in the real changelog once it has a day', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const real = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(' - Unreleased', ' - 2027-01-02')
  expect(notesOf(real, version)).toContain('\n### Added\n')
  expect(notesOf(real, version)).not.toMatch(/^## /m)
})
