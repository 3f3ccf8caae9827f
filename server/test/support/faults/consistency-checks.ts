import { expect } from 'vitest'
import { withSnapshot } from '../../../src/store/copy/snapshot.ts'
import { withColumnCodec } from '../../../src/store/plain-database.ts'
import { connectRaw } from '../databases/raw-sql.ts'
import { expectExactTextIndex } from '../databases/text-index.ts'
import { type ApiCall, dataOf } from '../http/api-client.ts'

/**
 * Expects that no write is partial: names, their addresses, the counts of domains and the index of names agree. All are read in one
 * snapshot, because PostgreSQL may commit what a killed process has sent while they are read.
 */
export async function expectConsistent(url: string): Promise<void> {
  const { rows, addresses, domains } = await withSnapshot(url, 'copy', async (tx) => {
    const db = withColumnCodec(tx)
    await expectExactTextIndex(db)
    return {
      rows: await db.selectFrom('subnames').select(['key', 'domainKey']).execute(),
      addresses: await db.selectFrom('subnameAddresses').select('subnameKey').execute(),
      domains: await db.selectFrom('domains').select(['key', 'subnameCount']).execute(),
    }
  })
  expect(addresses.map(({ subnameKey }) => subnameKey).sort()).toEqual(rows.map(({ key }) => key).sort())
  for (const { key, subnameCount } of domains)
    expect(rows.filter(({ domainKey }) => domainKey === key)).toHaveLength(subnameCount)
  if (url.startsWith('sqlite:')) await expectSqliteIntegrity(url, rows.length)
}

async function expectSqliteIntegrity(url: string, names: number): Promise<void> {
  const raw = await connectRaw(url)
  expect(await raw.run('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(await raw.run('select count(*) as count from subname_trigrams_docsize')).toEqual([{ count: names }])
  await raw.close()
}

/** Expects that searching finds each of these labels of demo.eth exactly if the name exists. */
export async function expectSearchConsistent(call: ApiCall, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    const name = `${label}.demo.eth`
    const { status } = await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
    const search = await call('GET', `/ens/v1/subname/search?chainId=1&name=${label}.&data=false&take=100`)
    const { domains } = dataOf<{ domains: readonly string[] }>(search)
    expect(domains.filter((found) => found === name)).toEqual(status === 200 ? [name] : [])
  }
}
