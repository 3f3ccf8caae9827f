import { execFileSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import type { ServedName } from '../../store/entities/oldest-names.ts'
import { serviceUrl } from '../setup/settings-file.ts'
import {
  type Installation,
  installPackage,
  linkCurrent,
  readCurrent,
  runByname,
  startTrial,
  systemctl,
} from './installation.ts'
import { type Journal, readJournal, writeJournal } from './journal.ts'
import { askAll, compareLookups, lookupCount } from './lookups.ts'
import type { VerifiedRelease } from './release-source.ts'

/** What this program is: the release that is installed. */
export interface Installed {
  readonly version: string
  readonly lastMigration: string
}

type Say = (line: string) => void

const backupFolder = 'var/lib/byname-backups'
const trialPrefix = 'trial-'
/** A migration of ten million names takes minutes. */
const startTimeoutMs = 1_800_000

/** Everything before the switch: nothing that the service uses is changed. Returns what the switch needs. */
export async function prepare(
  installation: Installation,
  installed: Installed,
  { statement, bytes }: VerifiedRelease,
  say: Say,
): Promise<Journal> {
  const { pathOf } = installation
  const { version, lastMigration, servesSince } = statement
  const fromTarget = await readCurrent(installation)
  const current = pathOf(join('opt/byname', fromTarget))
  await mkdir(pathOf(backupFolder), { recursive: true, mode: 0o700 })
  const work = await mkdtemp(join(pathOf(backupFolder), trialPrefix))
  try {
    say(`Installing ${version} beside ${installed.version}`)
    const file = join(work, `byname-${version}.tgz`)
    await writeFile(file, bytes, { mode: 0o600 })
    const release = await installPackage(installation, file, version)
    await rm(file)
    await ownBy(installation, pathOf(backupFolder), work)
    const backup = await backUp(installation, current, version, say)
    say('Trying it on a copy of the database')
    return {
      state: 'switching',
      from: { ...installed, target: fromTarget },
      to: { version, lastMigration, servesSince, target: `releases/${version}/lib/node_modules/byname` },
      backup,
      ...(await tryOnCopy(installation, { current, release, backup, folder: work })),
    }
  } finally {
    await removeTrials(installation)
  }
}

async function removeTrials({ pathOf }: Installation): Promise<void> {
  for (const name of await readdir(pathOf(backupFolder)))
    if (name.startsWith(trialPrefix))
      await rm(join(pathOf(backupFolder), name), { recursive: true, force: true })
}

async function ownBy({ user }: Installation, ...folders: readonly string[]): Promise<void> {
  if (user === undefined) return
  const idOf = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  for (const folder of folders) await chown(folder, idOf('-u'), idOf('-g'))
}

async function backUp(
  installation: Installation,
  current: string,
  version: string,
  say: Say,
): Promise<string> {
  // With milliseconds: a run that was killed has a file of its own.
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  const file = join(installation.pathOf(backupFolder), `${time}-before-${version}.byname.gz`)
  say(`Writing a backup, ${file}`)
  await runByname(installation, current, ['backup', file])
  return file
}

interface Trial {
  readonly current: string
  readonly release: string
  readonly backup: string
  readonly folder: string
}

/** The copy sends nothing (`restore` without `--resume`), and is another database: the new release may fail on it. */
async function tryOnCopy(installation: Installation, { current, release, backup, folder }: Trial) {
  const copy = {
    ...{ DATABASE_URL: `sqlite:${join(folder, 'byname.db')}`, DATABASE_REPLICA_URL: '', DATA_DIR: folder },
    ...{ HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '', TLS: '', SMTP_URL: '', SMTP_FROM: '' },
    ALERT_TARGETS: '',
    ...{ LOG_LEVEL: 'info', LOG_REQUESTS: 'false' },
  }
  await runByname(installation, current, ['restore', backup], copy)
  const listed = await runByname(
    installation,
    current,
    ['names', 'oldest', '--count', `${lookupCount}`, '--json'],
    copy,
  )
  // Safe: the output of the same program.
  const names = JSON.parse(listed) as readonly ServedName[]
  const answers = await askAll(serviceUrl(installation.settings), names)
  if (names.length > 0 && answers.every((answer) => answer === null))
    throw new OperatorError('The service that runs answers no lookup: make it work first ("byname doctor").')
  const trial = await startTrial(installation, release, copy, startTimeoutMs).catch(
    (error: OperatorError) => {
      throw new OperatorError(
        `The new release does not start on a copy of the database. ${error.message}\nNothing was changed.`,
      )
    },
  )
  try {
    const problems = await compareLookups(trial.url, names, answers)
    if (problems.length === 0) return { names, answers }
    throw new OperatorError(
      `On a copy of the database the new release answers otherwise: ${problems.join(' ')} Nothing was changed.`,
    )
  } finally {
    await trial.stop()
  }
}

/**
 * Puts the new release in the place of the old one. Before it takes connections, it has to answer on the database itself; goes
 * back when it does not start or answers lookups otherwise than before. Can be repeated from its beginning.
 *
 * @throws OperatorError when it went back, or what to do when it cannot.
 */
export async function switchOver(installation: Installation, journal: Journal, say: Say): Promise<void> {
  const { from, to, names, answers } = journal
  await writeJournal(installation, journal)
  say(`Trying ${to.version} beside ${from.version}, on the database itself`)
  const found = await tryBeside(installation, journal)
  if (found.length > 0) await refuse(installation, journal, found, say)
  say(`Starting ${to.version} beside ${from.version}`)
  await linkCurrent(installation, to.target)
  try {
    await systemctl(installation, 'start', 'byname-standby.service')
  } catch (error) {
    await linkCurrent(installation, from.target)
    await systemctl(installation, 'stop', 'byname-standby.service')
    await stay(installation, journal, [messageOf(error)])
  }
  say(`Restarting the service with ${to.version}`)
  const problems = await systemctl(installation, 'restart', 'byname.service').then(
    () => compareLookups(serviceUrl(installation.settings), names, answers),
    (error: unknown) => [messageOf(error)],
  )
  if (problems.length > 0) await goBack(installation, journal, problems, say)
  await systemctl(installation, 'stop', 'byname-standby.service')
  await writeJournal(installation, { ...journal, state: 'done' })
}

/** With the settings of the service, on a port of its own: no client is answered by it. It may migrate the database. */
async function tryBeside(
  installation: Installation,
  { to, names, answers }: Journal,
): Promise<readonly string[]> {
  const release = installation.pathOf(join('opt/byname', to.target))
  const own = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '', TLS: '' }
  return await startTrial(installation, release, own, startTimeoutMs).then(
    (trial) => compareLookups(trial.url, names, answers).finally(trial.stop),
    (error: unknown) => [messageOf(error)],
  )
}

/** A run that was interrupted may have switched already. */
async function refuse(
  installation: Installation,
  journal: Journal,
  problems: readonly string[],
  say: Say,
): Promise<never> {
  const isSwitched = (await readCurrent(installation)) === journal.to.target
  return await (isSwitched
    ? goBack(installation, journal, problems, say)
    : stay(installation, journal, problems))
}

/** The earlier release runs, and the link leads to it. */
async function stay(
  installation: Installation,
  journal: Journal,
  problems: readonly string[],
): Promise<never> {
  const { from, to } = journal
  await writeJournal(installation, { ...journal, state: 'returned' })
  throw new OperatorError(
    `${to.version} does not work, and ${from.version} serves as before: ${problems.join(' ')} ${migrationNote(journal)}`.trim(),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether the earlier release starts on a database that the later one has migrated (`servesSince` of store/migrate.ts). */
export function canReturn({ from, to }: Pick<Journal, 'from' | 'to'>): boolean {
  if (from.lastMigration === to.lastMigration) return true
  return to.servesSince !== undefined && from.lastMigration >= to.servesSince
}

/** The earlier release keeps running where it would not start. */
function migrationNote(journal: Journal): string {
  return canReturn(journal)
    ? ''
    : `If the database is migrated already, it will not start again: then the way back is the backup ${journal.backup}.`
}

async function goBack(
  installation: Installation,
  journal: Journal,
  problems: readonly string[],
  say: Say,
): Promise<never> {
  const { from, to, backup } = journal
  const reason = problems.join(' ')
  if (!canReturn(journal)) {
    await writeJournal(installation, { ...journal, state: 'done' })
    throw new OperatorError(
      `${to.version} does not work: ${reason}\n${from.version} does not serve on the tables of ${to.version}, which has migrated the database. ` +
        `Install a later release, or restore ${backup} (docs/operating/upgrade.md).`,
    )
  }
  say(`Going back to ${from.version}`)
  await returnTo(installation, from.target)
  await writeJournal(installation, { ...journal, state: 'returned' })
  throw new OperatorError(`${to.version} does not work, and ${from.version} serves again: ${reason}`)
}

/** The standby would still answer as the release that is left: connections wait for the service instead. */
async function returnTo(installation: Installation, target: string): Promise<void> {
  await linkCurrent(installation, target)
  await systemctl(installation, 'stop', 'byname-standby.service')
  await systemctl(installation, 'restart', 'byname.service')
}

/** @throws OperatorError without an upgrade before, and when a migration is between which the earlier release does not serve with. */
export async function rollBack(installation: Installation, say: Say): Promise<void> {
  const journal = await readJournal(installation)
  if (!journal || journal.state === 'returned')
    throw new OperatorError('There is no upgrade to go back from.')
  const { from, to, backup } = journal
  if (!canReturn(journal))
    throw new OperatorError(
      `${from.version} does not serve on the tables of ${to.version}, which has migrated the database. The way back is the backup ${backup}, ` +
        'without what was written since (docs/operating/upgrade.md).',
    )
  say(`Going back from ${to.version} to ${from.version}`)
  await linkCurrent(installation, from.target)
  await systemctl(installation, 'start', 'byname-standby.service')
  await systemctl(installation, 'restart', 'byname.service')
  await systemctl(installation, 'stop', 'byname-standby.service')
  await writeJournal(installation, { ...journal, state: 'returned' })
}
