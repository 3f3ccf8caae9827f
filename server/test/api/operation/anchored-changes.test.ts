import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { publishNames } from '../../../src/anchor/publish-names.ts'
import { openState } from '../../../src/anchor/state.ts'
import { openTarget } from '../../../src/anchor/targets/open-targets.ts'
import { checkZone } from '../../../src/commands/frozen/check-zone.ts'
import { writeZone } from '../../../src/commands/frozen/write-zone.ts'
import { findZoneSeals } from '../../../src/core/seals/find-seals.ts'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { joinName, storedName } from '../../../src/ens/names.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { findDomain } from '../../../src/store/entities/domains.ts'
import { sequenceEvents } from '../../../src/store/entities/events.ts'
import { startFileHost } from '../../support/anchors/file-host.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { type Databases, describeOnEachDatabase, describeOnSqlite } from '../../support/databases/stores.ts'
import { issue, postBatch, reserve } from '../../support/entities/batches.ts'
import { createFolder } from '../../support/folders.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestService } from '../../support/service/service.ts'

const holder = createWallet().address
const noAccess = { endpoint: undefined, region: '', accessKeyId: undefined, secretAccessKey: undefined }
const dayMs = 86_400_000

/** A domain with names in a service, and a host of its files. */
async function openScene(databases: Databases, count: number) {
  const databaseUrl = await databases.createMigrated()
  const service = await startTestService(databaseUrl)
  const { context } = service
  const onboarded = await service.onboard()
  const { key } = await createKey(service, { scopes: ['names:revoke'] })
  const send = async (items: readonly object[]) => {
    if (items.length > 0) dataOf(await postBatch({ ...service, key }, onboarded, items, { mode: 'each' }))
  }
  await send(Array.from({ length: count }, (_, index) => issue(`n${index}`, holder)))
  const folder = await createFolder('anchored-changes')
  const files = join(folder, 'files')
  await mkdir(files)
  const host = await startFileHost(files)
  const outbound = createSsrfSafeFetch({ allowedOrigins: new Set([host.url]) })
  onTestFinished(async () => {
    await outbound.close()
    await Promise.all([host.close(), service.stop()])
  })
  const target = await openTarget({ place: files, url: host.url }, 'zone', noAccess)
  let passedMs = 0
  let depth: number | undefined
  const publish = async () => {
    const domain = await findDomain(context.store.db, onboarded.chainId, onboarded.name)
    if (!domain) throw new Error('The domain is there.')
    await sequenceEvents(context.store)
    const state = await openState(folder, domain)
    const published = await publishNames(
      {
        secrets: { databaseUrl },
        clock: () => Date.now() + passedMs,
        fetch: outbound.fetch,
        findSeals: findZoneSeals,
      },
      { domain, targets: [target], state, presentDepth: depth, signal: new AbortController().signal },
    )
    depth = published.depth
    await state.clear()
    return published
  }
  /** Of all names, as they are. */
  const expectTrue = async (root: Hex) => {
    const { name, chainId } = onboarded
    const out = join(await createFolder('anchored-changes'), 'zone')
    const { manifest } = await writeZone({ databaseUrl, name, chainId: chainId === 1 ? 1 : 11155111, out })
    const { names } = await checkZone(join(files, 'zone'), { root })
    expect(names).toBe(manifest.names)
    if (manifest.depth === depth) expect(root).toBe(manifest.root)
  }
  return {
    ...{ context, send, publish, expectTrue, domain: onboarded },
    erase: (label: string) =>
      eraseName(context, {
        chainId: onboarded.chainId,
        name: joinName(storedName(label), storedName(onboarded.name)),
      }).catch(() => {}),
    pass: (milliseconds: number) => {
      passedMs += milliseconds
    },
    stateFolder: join(folder, 'anchor', `${onboarded.chainId}-${onboarded.node.slice(2)}`),
  }
}

const labels = fc.integer({ min: 0, max: 70 }).map((index) => `n${index}`)
const texts = fc.integer({ min: 0, max: 5 }).map((value) => [{ key: 'url', value: `${value || ''}` }])
const items = fc.oneof(
  labels.map((label) => issue(label, holder)),
  labels.map((label) => reserve(label, holder)),
  labels.map((label) => ({ action: 'revoke', label })),
  fc.tuple(labels, texts).map(([label, text]) => ({ action: 'change', label, text })),
  fc.tuple(labels, texts).map(([label, text]) => ({ action: 'put', label, texts: text, replace: true })),
)

describeOnEachDatabase('publishing what has changed', (databases) => {
  it('property: after any changes it has the root of all names, and has read those that changed', async () => {
    const { send, publish, expectTrue, erase } = await openScene(databases, 50)
    expect((await publish()).namesRead).toBe(51)
    await fc.assert(
      fc.asyncProperty(fc.array(items, { maxLength: 12 }), fc.option(labels), async (changes, erased) => {
        await send(changes)
        if (erased !== null) await erase(erased)
        const { root, namesRead } = await publish()
        await expectTrue(root)
        // Itself, and an erased one; a zone that has another depth is read as a whole.
        const changed = new Set(changes.map(({ label }) => label)).size
        expect(namesRead === changed + 1 || namesRead <= changed + 2 || namesRead > 30).toBe(true)
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})

describeOnSqlite('what is kept of the last run', (databases) => {
  const damages: readonly (readonly [string, (folder: string, file: string) => Promise<void>])[] = [
    ['a byte of an entry', (folder, file) => flip(join(folder, file), 40)],
    ['its end', (folder, file) => truncate(join(folder, file), 100)],
    ['all', (folder, file) => truncate(join(folder, file), 0)],
    ['the file', (folder, file) => rm(join(folder, file))],
    ['a hash', (folder) => flipTree(folder)],
    ['the tree', async (folder) => rm(join(folder, await nameOf(folder, 'tree-')))],
    ['what it says', (folder) => writeFile(join(folder, 'zone.json'), '{"root":"0x"}')],
  ]

  it.each(damages)(
    'rule: where it is damaged (%s), all names are read',
    async (_what, damage) => {
      const { send, publish, expectTrue, stateFolder } = await openScene(databases, 20)
      await publish()
      await damage(stateFolder, await nameOf(stateFolder, 'zone-'))
      await send(Array.from({ length: 20 }, (_, index) => change(`n${index}`)))
      await send([{ action: 'revoke', label: 'n3' }])
      const { root, namesRead } = await publish()
      expect(namesRead).toBe(20)
      await expectTrue(root)
    },
    60_000,
  )

  it('rule: with another event log, such as that of a restored backup, all names are read', async () => {
    const { send, publish, expectTrue, context } = await openScene(databases, 20)
    await publish()
    await context.store.db.updateTable('eventLog').set({ createdAt: 1 }).execute()
    await send([change('n1')])
    const { root, namesRead } = await publish()
    expect(namesRead).toBe(21)
    await expectTrue(root)
    expect((await publish()).namesRead).toBe(1)
  }, 60_000)

  it('rule: where events since were purged, or the count of names is another, all names are read', async () => {
    const { send, publish, expectTrue, context, domain } = await openScene(databases, 20)
    await publish()
    await send([change('n1')])
    const { max } = await context.store.db
      .selectFrom('eventLog')
      .select(({ fn }) => fn.max('sequence').as('max'))
      .executeTakeFirstOrThrow()
    await context.store.db.deleteFrom('eventLog').where('sequence', '<', Number(max)).execute()
    const purged = await publish()
    expect(purged.namesRead).toBe(21)
    await expectTrue(purged.root)
    await context.store.db.deleteFrom('subnames').where('label', '=', 'n2').execute()
    await context.store.db
      .updateTable('domains')
      .set({ claimedCount: 19, subnameCount: 19 })
      .where('id', '=', domain.id)
      .execute()
    const counted = await publish()
    expect(counted.namesRead).toBe(20)
    await expectTrue(counted.root)
  }, 60_000)

  it('rule: every seven days all names are read', async () => {
    const { publish, pass } = await openScene(databases, 20)
    expect((await publish()).namesRead).toBe(21)
    pass(6 * dayMs)
    expect((await publish()).namesRead).toBe(1)
    pass(2 * dayMs)
    expect((await publish()).namesRead).toBe(21)
    expect((await publish()).namesRead).toBe(1)
  }, 60_000)
})

function change(label: string) {
  return { action: 'change', label, text: [{ key: 'url', value: 'changed' }] }
}

async function nameOf(folder: string, start: string): Promise<string> {
  return (await readdir(folder)).find((name) => name.startsWith(start)) ?? ''
}

async function flip(file: string, index: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[index] = (bytes[index] ?? 0) ^ 1
  await writeFile(file, bytes)
}

async function flipTree(folder: string): Promise<void> {
  await flip(join(folder, await nameOf(folder, 'tree-')), 3)
}
