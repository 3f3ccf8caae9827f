import { spawnSync } from 'node:child_process'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { type ApiCall, dataOf } from '../../support/http/api-client.ts'
import { backupSettings, startBackupBucket } from '../../support/media/bucket.ts'
import { pathOf, readFromRoot } from '../../support/project-files.ts'
import { runCommand } from '../../support/service/command.ts'
import {
  createTenant,
  type Settings,
  startTestService,
  testEnvironment,
  withContext,
} from '../../support/service/service.ts'

/** Runs a command that succeeds, and returns its output. */
async function done(args: readonly string[], environment: Settings): Promise<string> {
  const { output, errors, code } = await runCommand(args, environment)
  expect({ errors, code }).toMatchObject({ code: 0 })
  return output
}

async function refusal(args: readonly string[], environment: Settings): Promise<string> {
  const { output, errors, code } = await runCommand(args, environment)
  expect({ output, code }).toEqual({ output: '', code: 1 })
  expect(errors).not.toContain('    at ')
  return errors
}

async function backupsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /^byname-\d.*\.age$/.test(name))
}

/** Those about backups: a busy machine may have others. */
async function reasonsOf(call: ApiCall): Promise<readonly string[]> {
  const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(await call('GET', '/ready'))
  return reasons.map(({ code }) => code).filter((code) => code.startsWith('backup-'))
}

describe('The commands of encrypted backups', () => {
  let folder = ''
  let bucket: Awaited<ReturnType<typeof startBackupBucket>>
  let identityFile = ''
  let recipient = ''
  let environment: Settings = {}
  beforeAll(async () => {
    folder = await createFolder('backups')
    bucket = await startBackupBucket(join(folder, 'bucket'))
    identityFile = join(folder, 'identity')
    await writeFile(identityFile, await done(['backups', 'create-key'], {}))
    recipient = /public key: (age1\w+)/.exec(await readFile(identityFile, 'utf8'))?.[1] ?? ''
    environment = testEnvironment(folder, undefined, backupSettings(bucket.url, recipient))
    await withContext(environment, createTenant)
  })
  afterAll(async () => {
    await bucket.stop()
    await rm(folder, { recursive: true })
  })

  it('rule: a backup goes into the bucket of the settings, is listed, read back, and restored on a bare machine', async () => {
    const tables = JSON.parse(await done(['backup', '--json'], environment))
    const [listed] = JSON.parse(await done(['backups', 'list', '--json'], environment))
    expect(listed).toMatchObject({ name: expect.stringMatching(/^byname-.*\.age$/), version: '0.1.0' })
    const verified = JSON.parse(await done(['backups', 'verify', '--json'], environment))
    expect(verified).toMatchObject({ name: listed.name, bytes: listed.bytes, restored: false })
    const drill = ['backups', 'verify', '--identity-file', identityFile, '--json']
    expect(JSON.parse(await done(drill, environment))).toMatchObject({ name: listed.name, restored: true })

    const { checks } = JSON.parse(await done(['check-config', '--json'], environment))
    expect(checks).toContainEqual({ subject: 'backups in s3://backups/names', found: '1 can be listed' })
    const { BACKUP_ENDPOINT, BACKUP_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY } = environment
    const keys = { BACKUP_ENDPOINT, BACKUP_ACCESS_KEY_ID, BACKUP_SECRET_ACCESS_KEY } as Settings
    for (const from of ['s3://backups/names', `s3://backups/names/${listed.name}`]) {
      const bare = { ...testEnvironment(join(await temporaryFolder(), 'data'), undefined), ...keys }
      const restore = ['restore', from, '--identity-file', identityFile, '--json']
      const outcome = await runCommand(restore, bare)
      expect(JSON.parse(outcome.output)).toEqual(tables)
      expect(outcome.errors).toContain('"byname resume" lets them go')
    }
  })

  it('rule: the health of a service says when there is no backup yet, and when the newest is damaged or gone', async () => {
    const target = await temporaryFolder()
    const data = await temporaryFolder()
    const settings = { BACKUP_TARGET: target, BACKUP_RECIPIENT: recipient }
    const service = await startTestService(`sqlite:${join(data, 'byname.db')}`, {
      ...settings,
      DATA_DIR: data,
    })
    const own = testEnvironment(data, undefined, settings)
    try {
      await expect.poll(() => reasonsOf(service.call)).toEqual(['backup-late'])
      await done(['backup'], own)
      await done(['backups', 'verify'], own)
      await expect.poll(() => reasonsOf(service.call)).toEqual([])
      const [first = ''] = await backupsIn(target)
      const whole = await readFile(join(target, first))
      await truncate(join(target, first), whole.length - 1)
      expect(await refusal(['backups', 'verify'], own)).toContain('has no complete backup')
      await expect.poll(() => reasonsOf(service.call)).toEqual(['backup-unreadable'])
      await writeFile(join(target, first), whole)
      await done(['backup'], own)
      await done(['backups', 'verify'], own)
      await expect.poll(() => reasonsOf(service.call)).toEqual([])
      const [newest = ''] = (await backupsIn(target)).filter((name) => name !== first)
      await rm(join(target, newest))
      expect(await refusal(['backups', 'verify'], own)).toContain(`and not ${newest}, which was stored last`)
    } finally {
      await service.stop()
    }
  })

  it('rule: a backup of a folder is restored from its file alone, with the identity and not without', async () => {
    const target = await temporaryFolder()
    const tables = JSON.parse(await done(['backup', target, '--json'], environment))
    const [name = ''] = await backupsIn(target)
    const file = join(await temporaryFolder(), 'copy')
    await writeFile(file, await readFile(join(target, name)))
    const elsewhere = testEnvironment(join(await temporaryFolder(), 'data'), undefined)
    expect(await refusal(['restore', file], elsewhere)).toContain('give --identity-file <file>')
    expect(await refusal(['restore', target], elsewhere)).toContain('give --identity-file <file>')
    const other = join(target, 'other-identity')
    await writeFile(other, await done(['backups', 'create-key'], {}))
    expect(await refusal(['restore', file, '--identity-file', other], elsewhere)).toContain(
      'encrypted to another identity',
    )
    const restore = ['restore', file, '--identity-file', identityFile, '--json']
    expect(JSON.parse(await done(restore, elsewhere))).toEqual(tables)
  })

  it('rule: with a target, the unit of backups stores an encrypted one there, too, and fails when either fails', async () => {
    const [local, target] = [await temporaryFolder(), await temporaryFolder()]
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(await readFromRoot('deploy/byname-backup.service')) ?? []
    const run = async (folders: { readonly local?: string; readonly target?: string }) => {
      const line = command
        .replaceAll('%%', '%')
        .replaceAll('$$', '$')
        .replace('/var/lib/byname-backups', folders.local ?? local)
      const env = { ...process.env, ...environment, BACKUP_TARGET: folders.target ?? target }
      const { status } = spawnSync('/bin/sh', ['-c', line], { cwd: pathOf(''), env })
      const count = async (folder: string) =>
        (await readdir(folder)).filter((file) => /\.(gz|age)$/.test(file)).length
      return [status, await count(local), await count(target)]
    }
    expect(await run({})).toEqual([0, 1, 1])
    expect(await run({ local: '/nowhere' })).toEqual([1, 1, 2])
    expect(await run({ target: '/nowhere' })).toEqual([1, 2, 2])
  })

  it('rule: nothing is stored without a target, a recipient and the keys of a bucket', async () => {
    const plain = testEnvironment(folder, undefined)
    expect(await refusal(['backup'], plain)).toContain('There is no target of backups: set BACKUP_TARGET')
    expect(await refusal(['backup', 's3://backups/names'], plain)).toContain('set BACKUP_RECIPIENT')
    expect(await refusal(['backup', folder], plain)).toContain('set BACKUP_RECIPIENT')
    const own = { ...plain, BACKUP_RECIPIENT: recipient }
    expect(await refusal(['backup', 's3://backups/names'], own)).toContain('set BACKUP_ACCESS_KEY_ID')
    for (const [changes, problem] of [
      [{ BACKUP_RECIPIENT: '' }, 'BACKUP_RECIPIENT is missing, and BACKUP_TARGET needs it'],
      [{ BACKUP_RECIPIENT: 'age1x' }, 'BACKUP_RECIPIENT is not a recipient of age (age1…)'],
      [
        { BACKUP_TARGET: 'backups' },
        'BACKUP_TARGET is neither s3://<bucket>/<prefix> nor the path of a folder',
      ],
      [{ BACKUP_SECRET_ACCESS_KEY: '' }, 'BACKUP_SECRET_ACCESS_KEY is missing, and a bucket'],
    ] as const)
      expect(() => readConfig({ ...environment, ...changes })).toThrow(problem)
  })
})
