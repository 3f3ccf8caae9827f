import { describe, expect, it } from 'vitest'
import { withoutOuterLinks } from '../../../../scripts/release/assemble.ts'
import { changelogProblems, lastMigration, versionProblems } from '../../../../scripts/release/checks.ts'
import { isPermitted, listLicences } from '../../../../scripts/release/licences.ts'
import { publishableWorkspaces, readManifest } from '../../../../scripts/release/project.ts'
import { missingMigrations } from '../../../src/store/migrate.ts'

describe('The checks of a release', () => {
  it.each([
    ['1.2.0', []],
    ['1.2.0-rc.1', []],
    ['1.2', ['1.2 is not a semantic version.']],
    ['01.2.0', ['01.2.0 is not a semantic version.']],
  ])('rule: %s is a version with the problems %j', (version, problems) => {
    const packages = [{ folder: 'server', manifest: { name: 'server', version } }]
    expect(versionProblems(version, packages)).toEqual(problems)
  })

  it('rule: a package with another version is named', () => {
    const packages = [{ folder: 'sdk', manifest: { name: '@byname/sdk', version: '1.1.9' } }]
    expect(versionProblems('1.2.0', packages)).toEqual(['sdk has the version 1.1.9, and the project 1.2.0.'])
  })

  it.each([
    ['## 1.2.0 - 2030-01-31\n\n- Names.\n\n## 1.1.0 - 2029-01-31\n', []],
    ['## [1.2.0] - 2030-01-31\n\n### Added\n\n- Names.\n', []],
    ['## 1.2.0 - 2030-01-31\n\n## 1.1.0 - 2029-01-31\n\n- Names.\n', [expect.stringContaining('no entry')]],
    ['## Unreleased\n\n- Names.\n', [expect.stringContaining('no section')]],
    ['## 1.2.0\n\n- Names.\n', [expect.stringContaining('no section')]],
    ['## 1x2.0 - 2030-01-31\n\n- Names.\n', [expect.stringContaining('no section')]],
  ])('rule: the changelog has a section of the version, with a date and an entry: %j', (text, problems) => {
    expect(changelogProblems('1.2.0', text)).toEqual(problems)
  })

  it('rule: the last migration is that of the list', () => {
    expect(missingMigrations([]).at(-1)?.slice(0, 4)).toBe(lastMigration())
  })

  it('rule: every workspace that is not private is published with the version of the project', () => {
    expect(versionProblems(readManifest('.').version, publishableWorkspaces())).toEqual([])
  })
})

describe('The licences of what is bundled', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only OR BSD-3-Clause', true],
    ['MIT AND Apache-2.0', true],
    ['MIT AND GPL-3.0-only', false],
    ['LGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['', false],
  ])('rule: whether %j may be bundled is %s', (licence, expected) => {
    expect(isPermitted(licence)).toBe(expected)
  })

  const library = (name: string, licence: string, text: string) => ({ name, version: '1.0.0', licence, text })

  it('rule: libraries that may not be are named with their licences', () => {
    const libraries = [library('one', 'MIT', ''), library('two', 'AGPL-3.0', ''), library('three', '', '')]
    expect(() => listLicences(libraries)).toThrow(
      /:\n {2}two@1\.0\.0: AGPL-3\.0\n {2}three@1\.0\.0: none stated$/,
    )
  })

  it('rule: a text is there once, below all libraries that have it', () => {
    const libraries = [
      library('one', 'MIT', 'Text A'),
      library('two', 'ISC', 'Text B'),
      library('three', 'MIT', 'Text A'),
    ]
    const list = listLicences(libraries)
    expect(list.match(/Text A/g)).toHaveLength(1)
    expect(list).toContain('one 1.0.0 (MIT)\nthree 1.0.0 (MIT)\n\nText A')
  })
})

it.each([
  ['[an outer page](../README.md)', 'an outer page'],
  ['[this](leaving.md#what), [the host](https://names.example) and [there](#here)', undefined],
  ['![A picture](images/one.png) <img src="images/two.png" alt="Two">', 'A picture '],
])('rule: of a page in the package, %j becomes %j', (text, expected = text) => {
  expect(withoutOuterLinks('docs/arriving.md', text, new Set(['docs/leaving.md']))).toBe(expected)
})
