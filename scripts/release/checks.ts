import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { publishableWorkspaces, readManifest, readText, root, type Workspace } from './project.ts'

/** Where the databases of a release are kept (`server/scripts/release-fixture.ts`), for `upgrades.test.ts`. */
export function fixtureFolder(version: string): string {
  return join('server/test/api/operation/upgrades', version)
}

/** Of the commit. Each is a sentence; none: the version can be released. */
export function findProblems(): readonly string[] {
  const { version } = readManifest('.')
  const packages = [{ folder: 'server', manifest: readManifest('server') }, ...publishableWorkspaces()]
  return [
    ...versionProblems(version, packages),
    ...changelogProblems(version, readText('CHANGELOG.md')),
    ...fixtureProblems(version),
    ...tagProblems(version),
  ]
}

/** MAJOR.MINOR.PATCH, and a pre-release such as `-rc.1` (Semantic Versioning 2.0.0, without build metadata). */
const semanticVersion = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9a-z-]+(\.[0-9a-z-]+)*)?$/i

/** All packages have the version of the project. */
export function versionProblems(version: string, packages: readonly Workspace[]): readonly string[] {
  const others = packages
    .filter(({ manifest }) => manifest.version !== version)
    .map(
      ({ folder, manifest }) => `${folder} has the version ${manifest.version}, and the project ${version}.`,
    )
  return semanticVersion.test(version) ? others : [`${version} is not a semantic version.`, ...others]
}

/** The section of the version has a date and an entry. */
export function changelogProblems(version: string, changelog: string): readonly string[] {
  const [, section] = changelog.split(
    new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\]? - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
  if (section === undefined)
    return [
      `CHANGELOG.md has no section "## ${version} - YYYY-MM-DD": write what changed since the last release.`,
    ]
  return /^- /m.test(section.split(/^## /m)[0] ?? '')
    ? []
    : [`The section ${version} of CHANGELOG.md has no entry.`]
}

function fixtureProblems(version: string): readonly string[] {
  const facts = join(root, fixtureFolder(version), 'facts.json')
  const advice = 'run npm run release -- fixture, and commit what it writes.'
  if (!existsSync(facts))
    return [`There are no databases of ${version} for the tests of later upgrades: ${advice}`]
  const recorded: unknown = JSON.parse(readText(join(fixtureFolder(version), 'facts.json')))?.lastMigration
  const last = lastMigration()
  return recorded === last
    ? []
    : [`The databases of ${version} end with migration ${recorded}, and the code with ${last}: ${advice}`]
}

/** The number of the last migration. */
export function lastMigration(): string {
  const numbers = readdirSync(join(root, 'server/src/store/migrations')).flatMap(
    (file) => /^\d{4}/.exec(file) ?? [],
  )
  return numbers.toSorted().at(-1) ?? ''
}

/** The number of the migration from which on a version serves on the tables of this one. */
export function servesSince(): string {
  const found = /^export const servesSince = '(\d{4})-/m.exec(readText('server/src/store/migrate.ts'))?.[1]
  if (found) return found
  throw new Error('server/src/store/migrate.ts does not say servesSince.')
}

/** A version is one commit: what comes after its tag has another. */
function tagProblems(version: string): readonly string[] {
  const tagged = git(
    'for-each-ref',
    '--format=%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)',
    `refs/tags/v${version}`,
  )
  return tagged === '' || tagged === git('rev-parse', 'HEAD')
    ? []
    : [`${version} is released, as the tag v${version}: raise the version in each package.json.`]
}

/** As `findProblems`, of what is not committed. */
export function findTreeProblems(): readonly string[] {
  const changed = git('status', '--porcelain')
  return changed ? [`The working tree has changes that are not committed:\n${changed}`] : []
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
