import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/store.ts'
import { startPostgres } from '../../support/databases/postgres.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { startChild } from './child.ts'

const issuingChild = new URL('./issuing-child.ts', import.meta.url)
const minCount = 200

/** Runs a process that issues names until `stop` ends it, and returns every name that it confirmed. */
async function createUntil(url: string, stop: (kill: () => void) => Promise<void>): Promise<string[]> {
  const child = startChild(issuingChild, url)
  const names: string[] = []
  let stopping: Promise<void> | undefined
  for await (const name of child.lines) {
    names.push(name)
    if (names.length === minCount) stopping = stop(child.kill)
  }
  await stopping
  expect(await child.exit).not.toBe(0)
  return names
}

/** Checks that every name exists, and that each domain's count is that of its rows. */
async function expectKept(url: string, names: readonly string[]) {
  const store = await openStore({ url })
  const rows = await store.db
    .selectFrom('subnames')
    .innerJoin('domains', 'domains.key', 'domainKey')
    .select(['label', 'name', 'domainKey'])
    .execute()
  const kept = new Set(rows.map(({ label, name }) => `${label}.${name}`))
  expect(names.length).toBeGreaterThanOrEqual(minCount)
  expect(names.filter((name) => !kept.has(name))).toEqual([])

  const addresses = await store.db.selectFrom('subnameAddresses').select('subnameKey').execute()
  expect(addresses).toHaveLength(rows.length)
  for (const { key, subnameCount } of await store.db.selectFrom('domains').selectAll().execute())
    expect(rows.filter(({ domainKey }) => domainKey === key)).toHaveLength(subnameCount)
  await store.close()
}

describeOnEachDatabase('durability', ({ create }) => {
  it('rule: a process that is killed during writes loses no confirmed write', async () => {
    const url = await create()
    const names: string[] = []
    for (let round = 1; round <= 3; round += 1) {
      names.push(...(await createUntil(url, async (kill) => kill())))
      await expectKept(url, names)
    }
  })
})

describe('durability of PostgreSQL itself', () => {
  it('rule: a server whose processes are all killed loses no confirmed write', async () => {
    const server = await startPostgres()
    try {
      const url = await server.createDatabase()
      const names = await createUntil(url, server.kill)
      await server.start()
      await expectKept(url, names)
    } finally {
      await server.stop()
    }
  })
})
