import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assertRecipient, createIdentity } from '../../backups/encryption.ts'
import { openTarget } from '../../backups/open-target.ts'
import type { BackupTarget } from '../../backups/target.ts'
import { OperatorError } from '../../errors.ts'
import type { Answers, BucketAnswers, GivenAnswers } from './answers.ts'
import { type Checked, doubtful, fatal, type Problem } from './checks.ts'
import type { Dialogue } from './dialogue.ts'
import { launcherPath } from './launcher.ts'
import { isThere, type Machine } from './machine.ts'
import { isPlainValue } from './settings-file.ts'
import type { Step } from './steps.ts'

export function checkTarget(text: string): Checked {
  const value = text.trim().replace(/\/+$/, '')
  if (/^none$/i.test(value)) return { value: 'none', problems: [] }
  if (/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]+)?$/.test(value)) return { value, problems: [] }
  return {
    value,
    problems: [fatal(`"${text}" is neither none nor a bucket such as s3://names-backups/acme.`)],
  }
}

export function checkEndpoint(text: string): Checked {
  const value = text.trim()
  if (/^aws$/i.test(value)) return { value: 'aws', problems: [] }
  const url = URL.parse(value)
  const isUsable =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.search && isPlainValue(value)
  if (isUsable) return { value, problems: [] }
  return {
    value,
    problems: [fatal(`"${text}" is neither aws nor a URL such as https://s3.eu-central-1.example.`)],
  }
}

export function checkPlain(text: string): Checked {
  const value = text.trim()
  const isUsable = value !== '' && isPlainValue(value)
  return { value, problems: isUsable ? [] : [fatal('That is empty, or has a space, a quote or a dollar.')] }
}

export const newRecipient = 'new'

/** `new` needs a person who stores the key. */
export async function checkRecipient(text: string, hasDialogue: boolean): Promise<Checked> {
  const value = text.trim()
  if (value === newRecipient)
    return {
      value,
      problems: hasDialogue
        ? []
        : [fatal('give age1… of a key that "byname backups create-key" makes on your own computer.')],
    }
  try {
    await assertRecipient(value)
    return { value, problems: [] }
  } catch {
    return { value, problems: [fatal('That is no recipient: age1… of the line "public key" of the key.')] }
  }
}

/** Stores a few bytes there, reads them back, and deletes them. */
export async function checkBucket({
  target: path,
  ...access
}: BucketAnswers): Promise<Omit<Checked, 'value'>> {
  try {
    const target = await openTarget(path, access)
    try {
      return await tryTarget(target)
    } finally {
      target.close()
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { problems: [doubtful(error.message)] }
  }
}

async function tryTarget(target: BackupTarget): Promise<Omit<Checked, 'value'>> {
  const name = `byname-setup-${randomBytes(6).toString('hex')}`
  const bytes = randomBytes(64)
  await target.put(name, only(bytes))
  const parts: Uint8Array[] = []
  for await (const part of (await target.read(name)) ?? []) parts.push(part)
  if (!Buffer.concat(parts).equals(bytes))
    return { problems: [doubtful(`${target.title} does not return what was stored in it.`)] }
  await target.list((found) => found === name)
  const kept = await target.delete(name).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (kept === undefined) return { problems: [], found: 'stores, returns and deletes an object' }
  if (!(kept instanceof OperatorError)) throw kept
  return { problems: [keptProblem(name)] }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const keptProblem = (name: string): Problem =>
  doubtful(
    `The key may not delete, so that ${name} stays. That protects backups from a thief of the key: set BACKUP_RETENTION_DAYS=0 ` +
      'afterwards, and have the bucket delete old ones itself (docs/operating/backups.md).',
  )

/** For the answer `new`: shows a key that is kept nowhere, and waits until it is stored. */
export async function withRecipient(
  given: GivenAnswers,
  dialogue: Dialogue | undefined,
  isDryRun: boolean,
): Promise<GivenAnswers> {
  if (given['backup-recipient'] !== newRecipient) return given
  const { identity, recipient } = await createIdentity()
  if (dialogue && !isDryRun) {
    dialogue.say(
      '\nThis key decrypts your backups, and no backup can be restored without it. It is shown once, and kept nowhere:\n' +
        'store it in two places, neither of them this server.\n\n' +
        `# public key: ${recipient}\n${identity}\n`,
    )
    while (!/^stored$/i.test(await dialogue.ask('Type "stored" when it is: ')));
  }
  return { ...given, 'backup-recipient': recipient }
}

/** The timer would store it at night, and health reports one that is missing before. */
export function firstBackupStep(machine: Machine, { bucket }: Answers): Step {
  return {
    title: 'first backup',
    findActions: async () => {
      const state = machine.at(join('/var/lib/byname', 'backup-state.json'))
      if (bucket === undefined || (await isThere(state))) return []
      const apply = async () => {
        const { code, errors } = await machine.run(machine.at(launcherPath), ['backup'])
        if (code !== 0)
          throw new OperatorError(`No backup could be stored in ${bucket.target}: ${errors.trim()}`)
      }
      return [{ title: `store a first backup in ${bucket.target}`, apply }]
    },
  }
}
