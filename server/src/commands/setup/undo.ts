import { rename, rm, rmdir } from 'node:fs/promises'
import { errorCode } from '../../errors.ts'
import { isThere, type Machine } from './machine.ts'
import type { SetupRecord } from './record.ts'
import { beforeSuffix, settingsPath } from './settings-file.ts'
import { type Action, signerSettingsPath } from './steps.ts'

/** With their contents, names and keys are lost. */
const dataFolders = ['/var/lib/byname', '/var/lib/byname-signer', '/var/lib/byname-backups']

const isData = (entry: string) =>
  entry.startsWith('user ') ||
  dataFolders.some((folder) => entry === `folder ${folder}`) ||
  [settingsPath, signerSettingsPath].some((path) => entry === `file ${path}`)

interface Undo {
  readonly actions: readonly Action[]
  /** What stays, as sentences. */
  readonly left: readonly string[]
}

/** The last that setup made first. Data, keys and settings stay without `deletesData`. */
export function planUndo(machine: Machine, record: SetupRecord, deletesData: boolean): Undo {
  const entries = record.state.made.toReversed()
  const kept = deletesData ? [] : entries.filter(isData)
  const undone = entries.filter((entry) => !kept.includes(entry))
  // The folder of the record comes last.
  const [folders, others] = [
    undone.filter((entry) => entry === 'folder /etc/byname' || entry === 'folder /etc'),
    undone.filter((entry) => entry !== 'folder /etc/byname' && entry !== 'folder /etc'),
  ]
  const actions = others.map((entry) => undoAction(machine, record, entry))
  const hasUnits = entries.some((entry) => entry.startsWith('file /etc/systemd/system/'))
  const reload = {
    title: 'have systemd read its units',
    apply: async () => void (await machine.run('systemctl', ['daemon-reload'])),
  }
  const end = {
    title: 'remove the notes of setup',
    apply: async () => {
      await record.remove()
      for (const entry of folders) await undoEntry(machine, entry)
    },
  }
  return {
    actions: [
      ...actions,
      ...(hasUnits && machine.hasSystemd ? [reload] : []),
      ...(kept.length === 0 ? [end] : []),
    ],
    left: kept.map((entry) => leftSentence(entry)),
  }
}

/** Of one entry of what setup made. */
export function undoAction(machine: Machine, record: SetupRecord, entry: string): Action {
  return {
    title: describeUndo(entry),
    apply: async () => {
      await undoEntry(machine, entry)
      // A folder in which something is left goes with the last of it.
      const isLeft = entry.startsWith('folder ') && (await isThere(machine.at(entry.slice('folder '.length))))
      if (!isLeft) await record.forget(entry)
    },
  }
}

function leftSentence(entry: string): string {
  const [kind, ...rest] = entry.split(' ')
  const name = rest.join(' ')
  if (kind === 'user') return `The user ${name} stays, because files are its own.`
  if (kind === 'file') return `${name} stays: it has keys.`
  return `${name} stays: it has data or keys.`
}

function describeUndo(entry: string): string {
  const [kind, ...rest] = entry.split(' ')
  const name = rest.join(' ')
  if (kind === 'enabled') return `stop ${name}, now and with the machine`
  if (kind === 'user') return `remove the user ${name}`
  if (kind === 'link') return `remove the link ${name}`
  if (kind === 'release') return `remove the release ${name}`
  if (kind === 'folder')
    return dataFolders.includes(name)
      ? `delete ${name} with all data`
      : `remove the folder ${name} if it is empty`
  return `remove ${name}, or put back what was there before`
}

/** Idempotent. */
async function undoEntry(machine: Machine, entry: string): Promise<void> {
  const [kind, ...rest] = entry.split(' ')
  const name = rest.join(' ')
  const place = machine.at(name)
  if (kind === 'enabled') {
    if (machine.hasSystemd) await machine.run('systemctl', ['disable', '--now', name])
  } else if (kind === 'user') {
    const prefix = machine.isThisMachine ? [] : ['--prefix', machine.root]
    await machine.run('userdel', [...prefix, name])
  } else if (kind === 'file') {
    const before = `${place}${beforeSuffix}`
    if (await isThere(before)) await rename(before, place)
    else await rm(place, { force: true })
  } else if (kind === 'link') await rm(place, { force: true })
  else if (kind === 'release') await removeRelease(place)
  else if (dataFolders.includes(name)) await rm(place, { recursive: true, force: true })
  else await removeIfEmpty(place)
}

/** Also one whose copy was interrupted. */
async function removeRelease(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await rm(place.replace(/([^/]+)$/, '.$1.partial'), { recursive: true, force: true })
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  })
}
