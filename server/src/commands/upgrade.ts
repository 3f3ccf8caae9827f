import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { missingMigrations } from '../store/migrate.ts'
import { version } from '../version.ts'
import { installationRoot } from './invocation.ts'
import { command, defaulted, flag, optional } from './shared.ts'
import { compareVersions } from './upgrade/archive.ts'
import { type Installation, openInstallation } from './upgrade/installation.ts'
import { readJournal, withLock } from './upgrade/journal.ts'
import {
  assertUpgrades,
  fetchRelease,
  findNewest,
  newSections,
  parseKeys,
  type Trust,
} from './upgrade/release-source.ts'
import { canReturn, type Installed, prepare, rollBack, switchOver } from './upgrade/steps.ts'

const root = defaulted('folder', '/')

export const upgrade = command({
  name: 'upgrade',
  summary:
    'install a newer release beside this one, try it on a copy of the database, and put it in the place of this one without a ' +
    'failed lookup; goes back when it does not work. Of a package, or of the newest in a folder or at an https URL (without it, ' +
    'RELEASES_URL); as root, where systemd runs the service',
  optionalOperand: 'file|folder|url',
  options: { check: flag, 'dry-run': flag, 'unsigned-sha256': optional('hex'), root },
  run: async ({ optionalOperand, options }) => {
    const installation = await openInstallation(options.root)
    const trust = { keys: await readKeys(installation), unsignedSha256: options['unsigned-sha256'] }
    const installed = { version, lastMigration: missingMigrations([]).at(-1)?.slice(0, 4) ?? '' }
    if (options.check) return await check(placeOf(installation, optionalOperand), trust)
    await withLock(installation, async () => {
      const interrupted = await readJournal(installation)
      if (interrupted?.state === 'switching') {
        say(`Continuing the upgrade to ${interrupted.to.version}`)
        await switchOver(installation, interrupted, say)
        return say(`${interrupted.to.version} serves.`)
      }
      await upgradeFrom(
        installation,
        installed,
        placeOf(installation, optionalOperand),
        trust,
        options['dry-run'],
      )
    })
  },
})

export const rollback = command({
  name: 'rollback',
  summary:
    'put the release before the last upgrade back in its place, unless a migration is between them that it does not serve with',
  options: { root },
  run: async ({ options }) => {
    const installation = await openInstallation(options.root)
    await withLock(installation, () => rollBack(installation, say))
  },
})

function say(line: string): void {
  console.log(line)
}

function placeOf({ settings }: Installation, operand: string | undefined): string {
  const place = operand ?? settings['RELEASES_URL']
  if (place) return place
  throw new OperatorError('Name the package, or set RELEASES_URL to the folder or https URL of the releases.')
}

/** Of this release, and of the operator. */
async function readKeys({ pathOf }: Installation): Promise<Trust['keys']> {
  const files = [join(installationRoot, 'deploy/release-keys.pem'), pathOf('etc/byname/release-keys.pem')]
  const texts = await Promise.all(files.filter(existsSync).map((file) => readFile(file, 'utf8')))
  return texts.flatMap(parseKeys)
}

async function check(place: string, trust: Trust): Promise<void> {
  const newest = await findNewest(place, trust)
  if (compareVersions(newest.version, version) <= 0) return say(`${version} is the newest release.`)
  const { changelog } = await fetchRelease(place, trust)
  say(`${newest.version} is newer than ${version}.\n\n${newSections(changelog, version)}`)
}

async function upgradeFrom(
  installation: Installation,
  installed: Installed,
  place: string,
  trust: Trust,
  isDryRun: boolean,
): Promise<void> {
  const release = await fetchRelease(place, trust)
  const { statement } = release
  assertUpgrades(installed.version, statement)
  const migrates = statement.lastMigration !== installed.lastMigration
  say(
    `${statement.version} is verified${trust.unsignedSha256 === undefined ? '' : ' by the given sum alone'}, and ${migrates ? 'migrates' : 'does not migrate'} the database.`,
  )
  if (isDryRun)
    return say(
      'It would be installed beside, tried on a copy of the database, and switched to. Nothing was changed.',
    )
  const journal = await prepare(installation, installed, release, say)
  await switchOver(installation, journal, say)
  say(
    canReturn(journal)
      ? `${statement.version} serves. "byname rollback" goes back.`
      : `${statement.version} serves. It has migrated the database: the way back is the backup ${journal.backup}.`,
  )
}
