import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkZone, readFrozenName } from '../../../src/commands/frozen/check-zone.ts'
import { writeZone } from '../../../src/commands/frozen/write-zone.ts'
import { normalizeName, parseDomain, storedName } from '../../../src/ens/names.ts'
import { emptyRecords, type Records } from '../../../src/ens/stored-records.ts'
import { OperatorError } from '../../../src/errors.ts'
import { manifestFile } from '../../../src/frozen/manifest.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { type Databases, describeOnEachDatabase, describeOnSqlite } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'

function withText(value: string): Records {
  return { ...emptyRecords, texts: [{ key: 'description', value }] }
}

async function withStore<T>(
  databases: Databases,
  use: (store: Store, url: string) => Promise<T>,
): Promise<T> {
  const url = await databases.createMigrated()
  const store = await openStore({ url })
  return use(store, url).finally(store.close)
}

/** Freezes a domain into a new folder. */
async function freeze(databaseUrl: string, { name, chainId }: Domain) {
  const out = join(await temporaryFolder(), 'zone')
  const { manifest, domainsBelow } = await writeZone({
    databaseUrl,
    name,
    chainId: chainId === 1 ? 1 : 11155111,
    out,
  })
  return { out, manifest, domainsBelow }
}

/** Each file of a folder by its path. */
async function contentsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  )
  return Object.fromEntries(contents)
}

describeOnEachDatabase('freezing', (databases) => {
  it('rule: equal names give equal files, in whatever order and with whatever history they were written', async () => {
    const labels = Array.from({ length: 700 }, (_, index) => `n${index}`)
    const zones = await Promise.all(
      [labels, labels.toReversed()].map((ordered) =>
        withStore(databases, async (store, url) => {
          const { domain } = await onboardDomain(store, {
            name: normalizeName('equal.eth'),
            records: withText('domain'),
          })
          const records = (label: string): Records => ({
            ...withText(label),
            addresses: [60, 0x80000000].map((coinType) => ({
              coinType,
              address: `0x${'ab'.repeat(20)}` as const,
            })),
          })
          const reversed = (label: string) => ({
            ...records(label),
            addresses: records(label).addresses.toReversed(),
          })
          const recordsOf = ordered === labels ? records : reversed
          await insertSubnames(
            store,
            ordered.map((label) => newSubname(domain, label, { records: recordsOf(label) })),
          )
          const { out, manifest } = await freeze(url, domain)
          await checkZone(out)
          return { contents: await contentsOf(out), manifest }
        }),
      ),
    )
    expect(zones[0]?.manifest).toMatchObject({ names: 701, records: 1 + 700 * 3, depth: 6 })
    expect(Object.keys(zones[0]?.contents ?? {})).toHaveLength(64 + 1 + 1)
    expect(zones[0]).toEqual(zones[1])
  })

  it('rule: what the gateway does not resolve is not in it, and neither are names of other domains', async () => {
    await withStore(databases, async (store, url) => {
      const { domain } = await onboardDomain(store, { name: normalizeName('some.eth') })
      const { domain: other } = await onboardDomain(store, { name: normalizeName('other.eth') })
      const { domain: below } = await onboardDomain(store, { name: normalizeName('team.some.eth') })
      await onboardDomain(store, { name: storedName('x.awe_some.eth') })
      const zero = { coinType: 60, address: `0x${'00'.repeat(20)}` } as const
      await insertSubnames(store, [
        newSubname(domain, 'issued', { records: { ...withText('issued'), addresses: [zero] } }),
        newSubname(domain, 'reserved', { isClaimed: false, claimedAt: null, records: withText('reserved') }),
        newSubname(domain, 'bare'),
        newSubname(other, 'issued', { records: withText('other') }),
        newSubname(below, 'issued', { records: withText('below') }),
      ])
      const { out, manifest, domainsBelow } = await freeze(url, domain)
      expect(manifest).toMatchObject({ domain: 'some.eth', names: 3, records: 1, depth: 0 })
      expect(domainsBelow).toEqual(['team.some.eth'])
      expect(readFrozenName(out, 'issued.some.eth')?.records).toEqual(withText('issued'))
      expect(readFrozenName(out, 'bare.some.eth')?.records).toEqual(emptyRecords)
      expect(readFrozenName(out, 'some.eth')?.records).toEqual(emptyRecords)
      for (const name of ['reserved.some.eth', 'issued.other.eth', 'issued.team.some.eth'])
        expect(readFrozenName(out, name)).toBeUndefined()
    })
  })

  it('rule: records of every size are in it, in buckets that stay small', async () => {
    await withStore(databases, async (store, url) => {
      const { domain } = await onboardDomain(store, { name: normalizeName('large.eth') })
      const records: Records = {
        addresses: Array.from({ length: 256 }, (_, index) => ({
          coinType: 0x80000000 + index,
          address: randomHex(20),
        })),
        texts: [
          ...Array.from({ length: 3 }, (_, index) => ({ key: `large ${index}`, value: 'é'.repeat(8192) })),
          ...Array.from({ length: 250 }, (_, index) => ({
            key: `key ${String(index).padStart(3, '0')}`,
            value: 'x',
          })),
        ].toSorted((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key))),
        contenthash: randomHex(38),
      }
      const labels = Array.from({ length: 20 }, (_, index) => `n${index}`)
      await insertSubnames(
        store,
        labels.map((label) => newSubname(domain, label, { records })),
      )
      const { out, manifest } = await freeze(url, domain)
      expect(manifest.depth).toBe(8)
      expect(await checkZone(out)).toEqual(manifest)
      for (const label of labels) expect(readFrozenName(out, `${label}.large.eth`)?.records).toEqual(records)
    })
  })

  it('rule: a domain that is blocked, deleted or not onboarded is refused, and nothing is written', async () => {
    await withStore(databases, async (store, url) => {
      const { domain: blocked } = await onboardDomain(store, { name: normalizeName('blocked.eth') })
      await store.transaction((tx) => setBlocked(tx, blocked, { isBlocked: true, reason: null }, 2))
      const { domain: deleted } = await onboardDomain(store, {
        name: normalizeName('deleted.eth'),
        deletedAt: 1,
      })
      const folder = await temporaryFolder()
      for (const [name, reason] of [
        [blocked.name, 'blocked.eth is blocked'],
        [deleted.name, 'deleted.eth is not a domain on chain 1'],
        [parseDomain('absent.eth'), 'absent.eth is not a domain on chain 1'],
      ] as const)
        await expect(
          writeZone({ databaseUrl: url, name, chainId: 1, out: join(folder, 'zone') }),
        ).rejects.toThrow(reason)
      await expect(
        writeZone({ databaseUrl: url, name: blocked.name, chainId: 11155111, out: join(folder, 'zone') }),
      ).rejects.toThrow('not a domain on chain 11155111')
      expect(await readdir(folder)).toEqual([])
    })
  })

  it('rule: a folder with files is refused, and one that is stopped leaves nothing', async () => {
    await withStore(databases, async (store, url) => {
      const { domain } = await onboardDomain(store, { name: normalizeName('folder.eth') })
      await insertSubnames(
        store,
        Array.from({ length: 600 }, (_, index) => newSubname(domain, `n${index}`)),
      )
      const folder = await temporaryFolder()
      const request = { databaseUrl: url, name: domain.name, chainId: 1 } as const
      const full = join(folder, 'full')
      await mkdir(full)
      await writeFile(join(full, 'note'), 'kept')
      await expect(writeZone({ ...request, out: full })).rejects.toThrow('has files')
      for (const step of ['reading', 'building'] as const) {
        const aborted = new AbortController()
        const onProgress = (progress: { readonly step: string }) => {
          if (progress.step === step) aborted.abort(new Error('stopped'))
        }
        const out = join(folder, 'stopped')
        await expect(writeZone({ ...request, out, signal: aborted.signal, onProgress })).rejects.toThrow(
          'stopped',
        )
      }
      expect(await readdir(folder)).toEqual(['full'])
      expect(await readdir(full)).toEqual(['note'])

      const empty = join(folder, 'empty')
      await mkdir(empty)
      const { manifest } = await writeZone({ ...request, out: empty })
      expect(await checkZone(empty, { root: manifest.root })).toEqual(manifest)
      expect((await readdir(folder)).toSorted()).toEqual(['empty', 'full'])
    })
  })

  it('rule: a zone is one state, whatever is written meanwhile', async () => {
    await withStore(databases, async (store, url) => {
      const { domain } = await onboardDomain(store, { name: normalizeName('state.eth') })
      await insertSubnames(
        store,
        Array.from({ length: 1200 }, (_, index) => newSubname(domain, `n${index}`)),
      )
      const out = join(await temporaryFolder(), 'zone')
      let added: Promise<void> | undefined
      const onProgress = () => {
        added ??= insertSubnames(store, [newSubname(domain, 'late'), newSubname(domain, 'later')])
      }
      const { manifest } = await writeZone({
        databaseUrl: url,
        name: domain.name,
        chainId: 1,
        out,
        onProgress,
      })
      await added
      expect(manifest.names).toBe(1201)
      expect(readFrozenName(out, 'late.state.eth')).toBeUndefined()
      expect((await freeze(url, domain)).manifest.names).toBe(1203)
    })
  })
})

function isTileOf(name: string, root: string): boolean {
  return name === `${root.slice(2)}.json`
}

describeOnSqlite('a zone', (databases) => {
  it('rule: the same names have the same root in every version, and whatever changes in the files is found', async () => {
    await withStore(databases, async (store, url) => {
      const { domain } = await onboardDomain(store, {
        name: normalizeName('sample.eth'),
        records: withText('sample'),
      })
      const labels = Array.from({ length: 40 }, (_, index) => `n${index}`)
      await insertSubnames(
        store,
        labels.map((label) => newSubname(domain, label, { records: withText(label) })),
      )
      const { out, manifest } = await freeze(url, domain)
      // A new root of these names is a new version of the format.
      expect(manifest).toMatchObject({
        root: '0x84dbfb431551335e6a6e6a33933ca01c293aca46b3a71780bf1fc93880e8342f',
        depth: 2,
      })
      const change = async (path: string, changed: (content: string) => string | Promise<string>) => {
        const original = await readFile(join(out, path), 'utf8')
        await writeFile(join(out, path), await changed(original))
        await expect(checkZone(out)).rejects.toThrow(OperatorError)
        await writeFile(join(out, path), original)
      }
      const [tile = '', bucket = '', other = ''] = (await readdir(out))
        .filter((name) => name !== manifestFile)
        .toSorted(
          (one, another) => Number(isTileOf(another, manifest.root)) - Number(isTileOf(one, manifest.root)),
        )
      await change(tile, () => readFile(join(out, bucket), 'utf8'))
      await change(bucket, () => readFile(join(out, other), 'utf8'))
      await change(bucket, (content) => content.replace(/"0x\w+"/, (data) => data.toUpperCase()))
      await change(bucket, (content) => content.trimEnd())
      await change(manifestFile, (content) => content.replace('"names": 41', '"names": 42'))
      await change(manifestFile, (content) => content.replace('"domain"', '"other"'))
      await change(manifestFile, (content) => content.replace('"version": 2', '"version": 3'))
      expect(await checkZone(out, { root: manifest.root })).toEqual(manifest)
    })
  })
})
