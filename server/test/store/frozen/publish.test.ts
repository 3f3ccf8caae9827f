import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keccak256 } from '@byname/keccak'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { pruneTarget } from '../../../src/anchor/prune.ts'
import { publishZone } from '../../../src/anchor/publish.ts'
import { createEntrySorter } from '../../../src/anchor/sort-entries.ts'
import { openState } from '../../../src/anchor/state.ts'
import { openTarget } from '../../../src/anchor/targets/open-targets.ts'
import { checkZone } from '../../../src/commands/frozen/check-zone.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { encodeEntry } from '../../../src/frozen/bucket.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { startFileHost } from '../../support/anchors/file-host.ts'
import { createFolder } from '../../support/folders.ts'

const domain = {
  name: normalizeName('acme.eth'),
  chainId: 1,
  node: `0x${'ab'.repeat(32)}`,
} as const

const noAccess = { endpoint: undefined, region: '', accessKeyId: undefined, secretAccessKey: undefined }

/** A record set of one text. */
function entryOf(name: number, value: number): Buffer {
  const record = Buffer.concat([Buffer.from([0, 2, 0, 0, 0, 1, 2, 97]), Buffer.of(value)])
  return encodeEntry(keccak256(Buffer.from(`name ${name}`)), record)
}

/** Publishes names with the values of their records into a folder, through a host that serves it. */
async function startScene() {
  const folder = await createFolder('publish')
  const files = join(folder, 'files')
  await mkdir(files)
  const host = await startFileHost(files)
  const outbound = createSsrfSafeFetch({ allowedOrigins: new Set([host.url]) })
  const target = await openTarget({ place: files, url: host.url }, 'zone', noAccess)
  onTestFinished(async () => {
    await outbound.close()
    await host.close()
  })
  let depth: number | undefined
  const signal = new AbortController().signal
  return {
    zone: join(files, 'zone'),
    publish: async (names: ReadonlyMap<number, number>, now = 0) => {
      const state = await openState(folder, domain)
      const sorter = createEntrySorter(state.work)
      const entries = [...names].map(([name, value]) => entryOf(name, value))
      for (const entry of entries) sorter.add(entry)
      const bytes = entries.reduce((sum, { length }) => sum + length, 0)
      const counts = { names: names.size, records: names.size, bytes, domainsBelow: [], hasSeals: false }
      const options = { domain, targets: [target], state, fetch: outbound.fetch, now, signal }
      const published = await publishZone({ ...counts, sorter }, { ...options, presentDepth: depth })
      depth = published.depth
      return { ...published, prune: (before: number) => pruneTarget(target, { state, before, signal }) }
    },
  }
}

const values = fc.dictionary(fc.integer({ min: 0, max: 400 }).map(String), fc.integer({ min: 1, max: 9 }), {
  maxKeys: 200,
})

test('property: after any changes the folder has every root so far, and only what changed was put', async () => {
  const { zone, publish } = await startScene()
  const names = new Map(Array.from({ length: 300 }, (_, index) => [index, 0]))
  let depth = (await publish(names)).depth
  await fc.assert(
    fc.asyncProperty(values, async (changes) => {
      for (const [name, value] of Object.entries(changes))
        if (value > 7) names.delete(Number(name))
        else names.set(Number(name), value)
      const before = new Set(await readdir(zone))
      const { root, outcomes, ...built } = await publish(names)
      const after = await readdir(zone)
      expect(outcomes[0]?.problem).toBeUndefined()
      expect(await checkZone(zone, { root })).toMatchObject({ names: names.size, root })
      for (const name of before) expect(after).toContain(name)
      if (built.depth === depth)
        // Buckets, the tile above them, and the manifest.
        expect(outcomes[0]?.files).toBeLessThanOrEqual(Object.keys(changes).length + 2)
      depth = built.depth
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('rule: what no root names any more is deleted when it is old, and what came back is not', async () => {
  const { zone, publish } = await startScene()
  const first = new Map(Array.from({ length: 100 }, (_, index) => [index, 1]))
  await publish(first, 1000)
  const second = new Map(first).set(7, 2).set(8, 2)
  const { prune: pruneEarly } = await publish(second, 2000)
  expect(await pruneEarly(2000)).toBe(0)
  const third = new Map(second).set(7, 1)
  const { root, prune } = await publish(third, 3000)
  const files = await readdir(zone)
  const deleted = await prune(2500)
  expect(deleted).toBeGreaterThan(0)
  expect(await readdir(zone)).toHaveLength(files.length - deleted)
  expect(await checkZone(zone, { root })).toMatchObject({ names: 100 })
  expect(await prune(2500)).toBe(0)
}, 60_000)

test('rule: a run without changes puts the manifest alone', async () => {
  const { zone, publish } = await startScene()
  const names = new Map(Array.from({ length: 50 }, (_, index) => [index, 1]))
  await publish(names)
  const [file = ''] = (await readdir(zone)).filter((name) => name !== 'manifest.json')
  const { mtimeMs } = await stat(join(zone, file))
  const { outcomes } = await publish(names)
  expect(outcomes[0]?.files).toBe(1)
  expect((await stat(join(zone, file))).mtimeMs).toBe(mtimeMs)
  expect(await readFile(join(zone, file), 'utf8')).toMatch(/^\{"data":"0x/)
})
