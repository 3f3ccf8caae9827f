import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { readConfig } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import { anchorKeyStep } from './anchor-key-step.ts'
import { type Answers, type GivenAnswers, type MadeSettings, settingsOf, withoutSecrets } from './answers.ts'
import { launcherPath, launcherText } from './launcher.ts'
import {
  findAccount,
  giveTo,
  isOwnedBy,
  isThere,
  type Machine,
  makeFolders,
  readText,
  requireAccount,
} from './machine.ts'
import type { SetupRecord } from './record.ts'
import { copyRelease, type Release, releasesPath } from './release.ts'
import { replaceLink } from './replace-link.ts'
import { readSettings, type Settings, settingsPath, withSettings, writeNoted } from './settings-file.ts'

/** What one step has left to do, in order; each can be done again. */
export interface Action {
  /** Continues "It would": `make the user byname`. */
  readonly title: string
  readonly apply: () => Promise<void>
}

export interface Step {
  readonly title: string
  /** Empty when all is done. */
  readonly findActions: () => Promise<readonly Action[]>
}

export interface Installation {
  readonly machine: Machine
  readonly record: SetupRecord
  readonly release: Release
  readonly given: GivenAnswers
  readonly answers: Answers
}

export const signerSettingsPath = '/etc/byname/signer-env'

const currentPath = '/opt/byname/current'

/** Everything but the units. */
export function installSteps(installation: Installation): readonly Step[] {
  return [
    answersStep(installation),
    usersStep(installation),
    releaseStep(installation),
    foldersStep(installation),
    settingsStep(installation),
    signerKeyStep(installation),
    ofAnchor(installation),
    commandStep(installation),
  ]
}

function answersStep({ record, given }: Installation): Step {
  return {
    title: 'answers',
    findActions: async () => {
      const answers = withoutSecrets(given)
      if (JSON.stringify(sorted(answers)) === JSON.stringify(sorted(record.state.answers))) return []
      return [
        { title: 'note the answers in /etc/byname/setup.json', apply: () => record.update({ answers }) },
      ]
    },
  }
}

function sorted(entries: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(entries).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function usersStep({ machine, record, answers }: Installation): Step {
  const users = [
    { name: 'byname', home: '/var/lib/byname', group: ['--user-group'] },
    ...(answers.hasSignerProcess
      ? [{ name: 'byname-signer', home: '/var/lib/byname-signer', group: ['--gid', 'byname'] }]
      : []),
  ]
  const make = async (user: (typeof users)[number]): Promise<readonly Action[]> => {
    if (await findAccount(machine, user.name)) return []
    const prefix = machine.isThisMachine ? [] : ['--prefix', machine.root]
    const shell = ['--home-dir', user.home, '--shell', '/usr/sbin/nologin']
    return [
      {
        title: `make the user ${user.name}`,
        apply: async () => {
          await record.note(`user ${user.name}`)
          await machine.runOrThrow('useradd', [...prefix, '--system', ...user.group, ...shell, user.name])
        },
      },
    ]
  }
  return { title: 'users', findActions: async () => (await Promise.all(users.map(make))).flat() }
}

interface Folder {
  readonly path: string
  readonly mode: number
  readonly owner?: string
}

function foldersStep({ machine, record, answers }: Installation): Step {
  const folders: readonly Folder[] = [
    { path: '/var/lib/byname', mode: 0o700, owner: 'byname' },
    ...(answers.hasSignerProcess
      ? [{ path: '/var/lib/byname-signer', mode: 0o700, owner: 'byname-signer' }]
      : []),
    ...(answers.hasBackups ? [{ path: '/var/lib/byname-backups', mode: 0o700, owner: 'byname' }] : []),
    // A web server reads them, as another user.
    ...(answers.files?.folders ?? []).map((path) => ({ path, mode: 0o755, owner: 'byname' })),
  ]
  return {
    title: 'folders',
    findActions: async () =>
      (await Promise.all(folders.map((folder) => folderActions(machine, record, folder)))).flat(),
  }
}

async function folderActions(
  machine: Machine,
  record: SetupRecord,
  { path, mode, owner }: Folder,
): Promise<readonly Action[]> {
  const place = machine.at(path)
  const account = owner === undefined ? undefined : await findAccount(machine, owner)
  if ((await isThere(place)) && (owner === undefined || (await isOwnedBy(place, account)))) return []
  return [
    {
      title: `make the folder ${path}${owner ? `, of ${owner}` : ''}`,
      apply: async () => {
        await makeNotedFolders(machine, record, path, mode)
        if (owner !== undefined) await giveTo(place, await requireAccount(machine, owner))
      },
    },
  ]
}

/** With those above it. */
async function makeNotedFolders(
  machine: Machine,
  record: SetupRecord,
  path: string,
  mode: number,
): Promise<void> {
  const missing: string[] = []
  for (let folder = path; !(await isThere(machine.at(folder))); folder = dirname(folder))
    missing.unshift(folder)
  for (const folder of missing) {
    await record.note(`folder ${folder}`)
    await makeFolders(machine.at(folder), folder === path ? mode : 0o755)
  }
}

function releaseStep({ machine, record, release }: Installation): Step {
  const folder = `${releasesPath}/${release.version}`
  const cache = machine.at(`${release.path}/node_modules/.cache/byname`)
  return {
    title: 'release',
    findActions: async () => {
      await assertSameVersion(machine, release)
      const isInstalled = await isThere(machine.at(`${release.path}/server/byname.js`))
      const install = {
        title: `copy version ${release.version} to ${folder}`,
        apply: async () => {
          await makeNotedFolders(machine, record, releasesPath, 0o755)
          await record.note(`release ${folder}`)
          await copyRelease(machine, release)
        },
      }
      const compile = {
        title: 'compile it for faster starts',
        apply: async () => {
          const { node, program } = programOf(machine, release)
          await machine.runOrThrow(node, [program, '--help'])
          // Also where nothing was kept.
          await makeFolders(cache, 0o755)
        },
      }
      const link = { title: `lead ${currentPath} to it`, apply: () => linkCurrent(machine, record, release) }
      return [
        ...(isInstalled ? [] : [install]),
        ...((await isThere(cache)) ? [] : [compile]),
        // Another version that is there is the matter of an upgrade.
        ...(existsSync(machine.at(`${currentPath}/server/byname.js`)) ? [] : [link]),
      ]
    },
  }
}

/** Units, settings and release belong together. */
async function assertSameVersion(machine: Machine, { version, path }: Release): Promise<void> {
  const target = await readlink(machine.at(currentPath)).catch(() => undefined)
  const isOther = target !== undefined && target !== relative(dirname(currentPath), path)
  if (!isOther || !existsSync(machine.at(`${currentPath}/server/byname.js`))) return
  throw new OperatorError(
    `${currentPath} leads to ${target}, and this is version ${version}: run setup by the command byname, or upgrade first ` +
      '(docs/operating/upgrade.md).',
  )
}

/** The Node that comes along, and the program. */
function programOf(machine: Machine, { path }: Pick<Release, 'path'>) {
  return {
    node: machine.at(`${path}/node_modules/.bin/node`),
    program: machine.at(`${path}/server/byname.js`),
  }
}

async function linkCurrent(machine: Machine, record: SetupRecord, { path }: Release): Promise<void> {
  const target = relative(dirname(currentPath), path)
  const link = machine.at(currentPath)
  const before = await readlink(link).catch(() => undefined)
  if (before === undefined) await record.note(`link ${currentPath}`)
  await replaceLink(link, target)
}

function settingsStep({ machine, record, answers }: Installation): Step {
  return {
    title: 'settings',
    findActions: async () => {
      const changes = settingsOf(answers, await readSettings(machine), madeSettings(machine))
      const signerChanges = answers.hasSignerProcess ? await signerSettings(machine, answers) : {}
      return [
        ...fileActions(machine, record, settingsPath, changes),
        ...fileActions(machine, record, signerSettingsPath, signerChanges),
      ]
    },
  }
}

export function newAdminKey(): string {
  return randomBytes(32).toString('hex')
}

function madeSettings({ at }: Machine): MadeSettings {
  return { signerSocket: at('/run/byname-signer/signer.sock'), newAdminKey }
}

/** Values may be secret: their names alone are shown. */
function fileActions(
  machine: Machine,
  record: SetupRecord,
  path: string,
  changes: Readonly<Record<string, string>>,
): readonly Action[] {
  const names = Object.keys(changes)
  if (names.length === 0) return []
  const apply = async () => {
    const text = withSettings((await readText(machine.at(path))) ?? '', changes)
    await record.update({ needsRestart: true })
    await writeNoted(machine, record, { path, text, mode: 0o600 })
  }
  return [{ title: `write ${names.join(', ')} to ${path}`, apply }]
}

/** @throws ConfigError for answers that make no usable settings. */
export function assertUsableSettings(machine: Machine, answers: Answers, existing: Settings): void {
  readConfig({ ...existing, ...settingsOf(answers, existing, madeSettings(machine)) })
}

const firstResolver = 'first'

async function signerSettings(machine: Machine, { chainId, resolver }: Answers) {
  const listed = (await readSettings(machine, signerSettingsPath))['SIGNER_RESOLVERS'] ?? ''
  const entries = listed.split(',').filter((entry) => entry !== '')
  if (resolver === undefined) return entries.length > 0 ? {} : { SIGNER_RESOLVERS: firstResolver }
  const entry = `${chainId}:${resolver}`
  const isListed = entries.some((one) => one.toLowerCase().startsWith(entry.toLowerCase()))
  const others = entries.filter((one) => one !== firstResolver)
  return isListed ? {} : { SIGNER_RESOLVERS: [...others, entry].join(',') }
}

/** In the folder of the process that has the keys, by its user. */
function signerKeyStep({ machine, release, answers }: Installation): Step {
  const user = answers.hasSignerProcess ? 'byname-signer' : 'byname'
  const folder = `/var/lib/${user}`
  const { chainId } = answers
  return {
    title: 'signing key',
    findActions: async () => {
      const file = machine.at(`${folder}/signer-key-${chainId}`)
      const settings = await readSettings(machine)
      const isInSettings = settings[`SIGNER_KEY_${chainId}`] || settings['SIGNER_KEY']
      if ((await isThere(file)) || (!answers.hasSignerProcess && isInSettings)) return []
      const apply = async () => {
        const { node, program } = programOf(machine, release)
        const as = await requireAccount(machine, user)
        const environment = { DATA_DIR: machine.at(folder) }
        await machine.runOrThrow(node, [program, 'signers', 'new', '--chain', `${chainId}`], {
          as,
          environment,
        })
      }
      return [{ title: `make the signing key of chain ${chainId} in ${folder}, as ${user}`, apply }]
    },
  }
}

/** In the data folder of the service, which beats by itself. */
function ofAnchor({ machine, release, answers }: Installation): Step {
  return anchorKeyStep(answers, async () => ({
    data: machine.at('/var/lib/byname'),
    settings: await readSettings(machine),
    make: async () => {
      const { node, program } = programOf(machine, release)
      const as = await requireAccount(machine, 'byname')
      const environment = { DATA_DIR: machine.at('/var/lib/byname') }
      await machine.runOrThrow(node, [program, 'anchor', 'new-key', '--chain', `${answers.chainId}`], {
        as,
        environment,
      })
    },
  }))
}

function commandStep({ machine, record }: Installation): Step {
  return {
    title: 'command',
    findActions: async () => {
      const text = launcherText(machine, await findAccount(machine, 'byname'))
      if ((await readText(machine.at(launcherPath))) === text) return []
      const apply = async () => {
        await makeNotedFolders(machine, record, dirname(launcherPath), 0o755)
        await writeNoted(machine, record, { path: launcherPath, text, mode: 0o755 })
      }
      return [{ title: `write the command ${launcherPath}`, apply }]
    },
  }
}

/** Those of the release, by name. */
export async function readDeployFiles(
  machine: Machine,
  { path, source }: Release,
): Promise<readonly string[]> {
  const folder = deployFolder(machine, { path, source })
  return (await readdir(folder)).filter((name) => /^byname[\w-]*\.(service|socket|timer)$/.test(name))
}

/** Before it is copied, where it comes from. */
export function deployFolder(machine: Machine, { path, source }: Pick<Release, 'path' | 'source'>): string {
  const installed = machine.at(`${path}/deploy`)
  return existsSync(installed) || source === undefined ? installed : join(source, 'deploy')
}
