import { randomBytes } from 'node:crypto'
import { appendFile, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentity } from '../../../src/backups/encryption.ts'
import { findBackup } from '../../../src/backups/find.ts'
import { makeBackup } from '../../../src/backups/make.ts'
import { backupName, manifestName } from '../../../src/backups/manifest.ts'
import { openBackup } from '../../../src/backups/open-backup.ts'
import { openTarget } from '../../../src/backups/open-target.ts'
import { deleteExpired } from '../../../src/backups/retention.ts'
import type { BackupTarget } from '../../../src/backups/target.ts'
import { restoreBackup, verifyBackup } from '../../../src/backups/verify.ts'
import { findHold } from '../../../src/store/entities/settings.ts'
import { openStore } from '../../../src/store/store.ts'
import { describeOnEachDatabase, useDatabases } from '../../support/databases/stores.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { startBackupBucket } from '../../support/media/bucket.ts'
import { startBucketProxy } from '../../support/media/bucket-proxy.ts'
import { fill } from './fill.ts'

type Key = Awaited<ReturnType<typeof createIdentity>>

const noAccess = {
  region: 'us-east-1',
  endpoint: undefined,
  accessKeyId: undefined,
  secretAccessKey: undefined,
}

function bucketAccess(endpoint: string) {
  return { region: 'us-east-1', endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
}

async function temporaryTarget() {
  const folder = await temporaryFolder()
  return { folder, target: await openTarget(folder, noAccess) }
}

const dayMs = 86_400_000
const start = Date.UTC(2030, 0, 1, 3)

function make(target: BackupTarget, databaseUrl: string, { recipient }: Key, now = start) {
  return makeBackup(target, { databaseUrl, recipient, version: '0.1.0', now })
}

describeOnEachDatabase('An encrypted backup', ({ create }) => {
  let directory = ''
  let bucket: Awaited<ReturnType<typeof startBackupBucket>>
  let databaseUrl = ''
  beforeAll(async () => {
    directory = await createFolder('bucket')
    bucket = await startBackupBucket(directory)
    databaseUrl = await create()
    const store = await openStore({ url: databaseUrl })
    await fill(store, 20)
    await store.close()
  })
  afterAll(async () => {
    await bucket.stop()
    await rm(directory, { recursive: true })
  })

  it.each(['bucket', 'folder'])(
    'rule: from a %s, all rows are restored, and the copy is held',
    async (kind) => {
      const key = await createIdentity()
      const target =
        kind === 'bucket'
          ? await openTarget(`s3://backups/${key.recipient}`, bucketAccess(bucket.url))
          : (await temporaryTarget()).target
      const made = await make(target, databaseUrl, key)
      const backup = await findBackup(target, undefined)
      expect(backup.name).toBe(made.name)
      expect(backup.manifest).toMatchObject({ bytes: made.bytes, takenAt: '2030-01-01T03:00:00.000Z' })
      const { recipient, identity } = key
      await verifyBackup(target, backup, { identities: undefined, recipient })
      await verifyBackup(target, backup, { identities: [identity], recipient })

      const restoredUrl = await create()
      const options = { databaseUrl: restoredUrl, identities: [identity], backup }
      expect(await restoreBackup(openBackup(target, backup), options)).toEqual(made.tables)
      const store = await openStore({ url: restoredUrl })
      expect(await findHold(store.db)).toMatchObject({ kind: 'restored' })
      await store.close()
      target.close()
    },
  )

  it('rule: nothing of a backup that is refused stays in the database', async () => {
    const { folder, target } = await temporaryTarget()
    const key = await createIdentity()
    const { name } = await make(target, databaseUrl, key)
    const backup = await findBackup(target, undefined)
    const file = join(folder, name)
    const whole = await readFile(file)
    const restoredUrl = await create()
    const refusal = async (bytes: Uint8Array, identity = key.identity, changes: object = {}) => {
      await writeFile(file, bytes)
      const manifest = { ...backup.manifest, ...changes }
      return restoreBackup(openBackup(target, { name, manifest }), {
        ...{ databaseUrl: restoredUrl, identities: [identity], backup: { name, manifest } },
      }).then(
        () => 'none',
        (error: Error) => error.message,
      )
    }
    const changed = Buffer.from(whole)
    const middle = whole.length >> 1
    changed[middle] = (changed[middle] ?? 0) ^ 1
    expect(await refusal(changed)).toMatch(/altered or cut|its hash is not that of its manifest/)
    expect(await refusal(whole.subarray(0, middle))).toContain('it is shorter than its manifest says')
    expect(await refusal(Buffer.concat([whole, whole]))).toContain('it is longer than its manifest says')
    expect(await refusal(whole, (await createIdentity()).identity)).toContain('encrypted to another identity')
    expect(await refusal(whole, key.identity, { sha256: '0'.repeat(64) })).toContain(
      'its hash is not that of',
    )
    expect(await refusal(whole, key.identity, { tables: [] })).toContain(
      'other numbers of rows than its manifest',
    )
    expect(await refusal(whole)).toBe('none')
  })
})

describe('The target of backups', () => {
  const databases = useDatabases('sqlite')
  let databaseUrl = ''
  let key: Key
  let directory = ''
  let bucket: Awaited<ReturnType<typeof startBackupBucket>>
  let proxy: Awaited<ReturnType<typeof startBucketProxy>>
  let target: BackupTarget
  beforeAll(async () => {
    databaseUrl = await databases.createMigrated()
    key = await createIdentity()
    directory = await createFolder('bucket')
    bucket = await startBackupBucket(directory)
    proxy = await startBucketProxy(bucket.url)
  })
  beforeEach(async () => {
    proxy.faults.clear()
    target = await openTarget(`s3://backups/${randomBytes(8).toString('hex')}`, bucketAccess(proxy.url))
  })
  afterAll(async () => {
    await proxy.close()
    await bucket.stop()
    await rm(directory, { recursive: true })
  })

  const verify = async () =>
    verifyBackup(target, await findBackup(target, undefined), { identities: undefined, recipient: undefined })
  const names = async () => (await target.list(() => true)).map(({ name }) => name)

  it('rule: an object of several parts is stored as it was sent', async () => {
    const sent = randomBytes(40 * 1_048_576)
    await target.put('large', inChunks(sent))
    expect(proxy.methods.filter((method) => method === 'PUT').length).toBeGreaterThan(2)
    const stored = await target.read('large')
    expect(stored && sent.equals(await buffer(stored))).toBe(true)
  })

  it('rule: an upload that fails leaves no backup, nor does one without its manifest', async () => {
    const first = await make(target, databaseUrl, key)
    proxy.faults.set('PUT .json', 403)
    await expect(make(target, databaseUrl, key, start + dayMs)).rejects.toThrow(/rejected a request: .*403/)
    proxy.faults.set('PUT .age', 403)
    await expect(make(target, databaseUrl, key, start + 2 * dayMs)).rejects.toThrow('rejected a request')
    expect(await names()).toHaveLength(3)
    expect((await findBackup(target, undefined)).name).toBe(first.name)
  })

  it('rule: a source that fails in the middle of an upload leaves nothing', async () => {
    const failing = async function* () {
      yield* inChunks(randomBytes(20 * 1_048_576))
      throw new Error('the database is gone')
    }
    await expect(target.put('large', failing())).rejects.toThrow('the database is gone')
    expect(await names()).toEqual([])
    // Of the parts that are stored already.
    expect(proxy.methods).toContain('DELETE')
    const { folder, target: local } = await temporaryTarget()
    await expect(local.put('large', failing())).rejects.toThrow('the database is gone')
    expect(await readdir(folder)).toEqual([])
  })

  it('rule: a body that never ends is read up to the size in the manifest, and that of a manifest to its bound', async () => {
    await make(target, databaseUrl, key)
    proxy.faults.set('GET .age', 'flood')
    await expect(verify()).rejects.toThrow(/it is longer than its manifest says|no header of age/)
    proxy.faults.set('GET .json', 'flood')
    await expect(verify()).rejects.toThrow('has no complete backup')
  })

  it('rule: a bucket that is gone, absent or rejects the key is an error without secrets', async () => {
    const access = bucketAccess(bucket.url)
    const elsewhere = await openTarget('s3://absent/names', access)
    await expect(make(elsewhere, databaseUrl, key)).rejects.toThrow(
      's3://absent/names rejected a request: NoSuchBucket (404).',
    )
    const wrong = await openTarget('s3://backups/names', { ...access, accessKeyId: 'another' })
    await expect(make(wrong, databaseUrl, key)).rejects.toThrow(
      's3://backups/names rejected a request: InvalidAccessKeyId (403).',
    )
    const gone = await openTarget('s3://backups/names', bucketAccess('http://127.0.0.1:1'))
    await expect(make(gone, databaseUrl, key)).rejects.toThrow(
      's3://backups/names does not respond as a bucket',
    )
    await expect(openTarget('s3://backups/names', noAccess)).rejects.toThrow('set BACKUP_ACCESS_KEY_ID')
    await expect(openTarget('s3://No_Bucket', access)).rejects.toThrow('names no bucket')
  })

  it('rule: a manifest of a newer version, or one that is damaged, is named and is no complete backup', async () => {
    const { folder, target: local } = await temporaryTarget()
    const { name } = await make(local, databaseUrl, key)
    const file = join(folder, manifestName(name))
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    const refusal = async (content: unknown) => {
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
      await expect(findBackup(local, undefined)).rejects.toThrow('has no complete backup')
      return findBackup(local, name).catch((error: Error) => error.message)
    }
    expect(await refusal({ ...manifest, format: 2, version: '9.0.0', parts: 3 })).toBe(
      `The backup ${name} is of a newer version of Byname (9.0.0). Run that version or a later one.`,
    )
    for (const damaged of [
      '',
      '{',
      '[]',
      { ...manifest, more: 1 },
      { ...manifest, bytes: 0 },
      { ...manifest, takenAt: '2031-01-01T00:00:00Z' },
      { ...manifest, tables: [{ table: 'a"; drop', rows: 1 }] },
    ])
      expect(await refusal(damaged)).toBe(`The manifest of the backup ${name} is damaged.`)
    await expect(findBackup(local, '../other.age')).rejects.toThrow('is not the name of a backup')
  })

  it('rule: an object that was cut, continued or changed is found without its identity', async () => {
    const { folder, target: local } = await temporaryTarget()
    const { name, bytes } = await make(local, databaseUrl, key)
    const file = join(folder, name)
    const whole = await readFile(file)
    const drill = async () =>
      verifyBackup(local, await findBackup(local, name), { identities: undefined, recipient: undefined })
    await drill()
    for (const alter of [
      () => truncate(file, bytes - 1),
      () => appendFile(file, 'x'),
      () => writeFile(file, whole.with(bytes - 20, (whole[bytes - 20] ?? 0) ^ 1)),
      () => writeFile(file, randomBytes(bytes)),
      () => rm(file),
    ]) {
      await alter()
      await expect(drill()).rejects.toThrow(/not what was uploaded|no header of age|has no byname-/)
      await writeFile(file, whole)
    }
    const other = { identities: undefined, recipient: (await createIdentity()).recipient }
    await expect(verifyBackup(local, await findBackup(local, name), other)).rejects.toThrow(
      'encrypted to another recipient than BACKUP_RECIPIENT',
    )
  })

  it('rule: what is older than the days is deleted, but the newest complete one and what has another name stay', async () => {
    const { folder, target: local } = await temporaryTarget()
    const age = async (name: string, days: number) => {
      const time = (start - days * dayMs) / 1000
      await utimes(join(folder, name), time, time)
    }
    const made = []
    for (const days of [60, 50, 40]) {
      const { name } = await make(local, databaseUrl, key, start - days * dayMs)
      await age(name, days)
      await age(manifestName(name), days)
      made.push(name)
    }
    const [oldest = '', older = '', newest = ''] = made
    const others = ['notes.txt', 'byname-old.age', `${oldest}.bak`, 'byname-20200101T000000Z-zzzzzzzz.age']
    const incomplete = [backupName(start - 55 * dayMs), backupName(start - 35 * dayMs)]
    for (const name of [...others, ...incomplete]) await writeFile(join(folder, name), 'x')
    for (const name of others) await age(name, 1000)
    await age(incomplete[0] ?? '', 55)
    // The newest object is of today: 40 days are too many for the newest complete one, too.
    await age(incomplete[1] ?? '', 0)

    expect(await deleteExpired(local, 0)).toEqual([])
    expect((await deleteExpired(local, 45)).toSorted()).toEqual([oldest, incomplete[0], older].toSorted())
    expect(await deleteExpired(local, 1)).toEqual([])
    const left = [...others, newest, manifestName(newest), incomplete[1] ?? '']
    expect((await readdir(folder)).toSorted()).toEqual(left.toSorted())
  })

  it('rule: nothing is deleted where no backup is complete', async () => {
    const { folder, target: local } = await temporaryTarget()
    const { name } = await make(local, databaseUrl, key, start - 60 * dayMs)
    await rm(join(folder, manifestName(name)))
    await utimes(join(folder, name), 0, 0)
    await writeFile(join(folder, backupName(start)), 'x')
    expect(await deleteExpired(local, 1)).toEqual([])
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('rule: the newest is found by its time, and a backup can be named', async () => {
    const { target: local } = await temporaryTarget()
    const days = [3, 1, 2]
    const made = []
    for (const day of days) made.push((await make(local, databaseUrl, key, start - day * dayMs)).name)
    expect((await findBackup(local, undefined)).name).toBe(made[1])
    expect((await findBackup(local, made[0])).name).toBe(made[0])
  })

  it('rule: tables of a backup in the scratch database are gone after a drill, also after one that fails', async () => {
    const { folder, target: local } = await temporaryTarget()
    const { name, tables } = await make(local, databaseUrl, key)
    const backup = await findBackup(local, name)
    const before = (await readdir(join(folder, '..'))).filter((entry) => entry.startsWith('byname-drill-'))
    await verifyBackup(local, backup, { identities: [key.identity], recipient: key.recipient })
    const other = { identities: [(await createIdentity()).identity], recipient: undefined }
    await expect(verifyBackup(local, backup, other)).rejects.toThrow('another identity')
    const after = (await readdir(join(folder, '..'))).filter((entry) => entry.startsWith('byname-drill-'))
    expect(after.length).toBeLessThanOrEqual(before.length)
    expect(tables.length).toBeGreaterThan(10)
  })
})

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 65_000) yield bytes.subarray(from, from + 65_000)
}
