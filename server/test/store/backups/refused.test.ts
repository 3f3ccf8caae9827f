import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { backUp, moveDatabase, restoreDatabase } from '../../../src/store/copy/backup.ts'
import { openStore } from '../../../src/store/store.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { fill } from './fill.ts'

describeOnEachDatabase('A rejected copy', ({ dialect, create }) => {
  let databaseUrl = ''
  let fullBackup: Buffer
  let target = ''
  beforeAll(async () => {
    databaseUrl = await create()
    target = await create()
    const store = await openStore({ url: databaseUrl })
    await fill(store, 3)
    await store.close()
  })

  /** The lines of a backup of the database. */
  const backedUp = async (): Promise<{ file: string; lines: readonly string[] }> => {
    const file = join(await temporaryFolder(), 'backup')
    await backUp({ databaseUrl, file })
    fullBackup = await readFile(file)
    return { file, lines: gunzipSync(fullBackup).toString().split('\n') }
  }

  const tablesOf = async (url: string) => {
    const raw = await connectRaw(url)
    const rows = await raw.run(
      dialect === 'sqlite'
        ? 'select name from sqlite_schema'
        : "select tablename from pg_tables where schemaname = 'public'",
    )
    await raw.close()
    return rows
  }

  const expectRefused = async (file: string, content: Buffer | string, reason: RegExp) => {
    await writeFile(file, content)
    await expect(restoreDatabase({ databaseUrl: target, file })).rejects.toThrow(reason)
    expect(await tablesOf(target)).toEqual([])
  }

  it('rule: a truncated backup is rejected, wherever it ends', async () => {
    const { file, lines } = await backedUp()
    await expectRefused(file, '', /unexpected end|does not write/)
    for (const length of [5, fullBackup.length / 2, fullBackup.length - 1])
      await expectRefused(file, fullBackup.subarray(0, length), /cannot be read: unexpected end of file/)
    for (const count of [1, 2, lines.length / 2, lines.length - 2])
      await expectRefused(file, gzipSync(`${lines.slice(0, count).join('\n')}\n`), /its end is missing/)
  })

  it('rule: a backup with any change is rejected', async () => {
    const { file, lines } = await backedUp()
    const altered = (find: RegExp, put: string) => {
      const text = lines.join('\n')
      expect(text).toMatch(find)
      return gzipSync(text.replace(find, put))
    }
    await expectRefused(file, 'no backup at all', /incorrect header check/)
    await expectRefused(file, gzipSync('no backup either'), /that this version of Byname does not write/)
    await expectRefused(file, altered(/"takenAt":"2/, '"takenAt":"3'), /it was altered/)
    await expectRefused(
      file,
      altered(/"format":1/, '"format":2'),
      /that this version of Byname does not write/,
    )
    await expectRefused(file, altered(/"rows":3/, '"rows":4'), /it was altered/)
    await expectRefused(file, altered(/"Acme"/, '"Acne"'), /differ from the copy: see workspaces/)
    await expectRefused(file, altered(/"member-1"/, '"member-9"'), /differ from the copy: see subnames/)
    await expectRefused(
      file,
      altered(/\n\[[^\n]*subname\.revoked[^\n]*/, ''),
      /differ from the copy: see event_log/,
    )
    await expectRefused(file, altered(/"table":"event_log"/, '"table":"secrets"'), /a table secrets/)
    await expectRefused(file, gzipSync(`${lines.join('\n')}["more"]\n`), /continues after its end/)
    const flipped = Buffer.from(fullBackup)
    const middle = Math.floor(fullBackup.length / 2)
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
    await expectRefused(file, flipped, /backup cannot be (read|used)|Cannot fill|differ from the copy/)
  })

  it('rule: a database that is not empty is rejected and not changed', async () => {
    const { file } = await backedUp()
    const before = await backUp({ databaseUrl, file: `${file}-before` })
    const refusal = /not empty: it has workspaces. Nothing was changed/
    await expect(restoreDatabase({ databaseUrl, file })).rejects.toThrow(refusal)
    await expect(moveDatabase({ from: databaseUrl, to: databaseUrl })).rejects.toThrow(refusal)
    expect(await backUp({ databaseUrl, file: `${file}-after` })).toEqual(before)
  })

  it('rule: an existing file is not overwritten, and a failed one is not left behind', async () => {
    const { file } = await backedUp()
    await expect(backUp({ databaseUrl, file })).rejects.toThrow(/exists already and is not overwritten/)
    expect(await readFile(file)).toEqual(fullBackup)

    const other = `${file}-other`
    await writeFile(`${other}.partial`, 'of another backup')
    await expect(backUp({ databaseUrl, file: other })).rejects.toThrow(/another backup is writing it/)
    expect(await readFile(`${other}.partial`, 'utf8')).toBe('of another backup')

    const stopped = AbortSignal.abort()
    const third = join(await temporaryFolder(), 'backup')
    await expect(backUp({ databaseUrl, file: third, signal: stopped })).rejects.toThrow(/aborted/)
    await expect(backUp({ databaseUrl: target, file: third })).rejects.toThrow(/no tables of Byname/)
    expect(await readdir(join(third, '..'))).toEqual([])
    await expect(restoreDatabase({ databaseUrl: target, file: third })).rejects.toThrow(/There is no file/)
  })
})
