import { expect, it, onTestFinished } from 'vitest'
import { createKey } from '../support/credentials/api-keys.ts'
import { connectRaw, type RawConnection } from '../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { postBatch } from '../support/entities/batches.ts'
import { seedSubname } from '../support/entities/subnames.ts'
import { resolveText } from '../support/gateway/client.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startTestService } from '../support/service/service.ts'

/** Of the table that has a name: its key, what lookups read of it, and its version. */
const columns = 'key, records, large_texts, version, updated_at'

describeOnEachDatabase(
  'A database that lost its last writes, as one that takes over without them',
  (databases) => {
    it.each(['subnames', 'domains'] as const)(
      'rule: a kept response of a lost change is not that of the next one, which has its version (%s)',
      async (table) => {
        const url = await databases.createMigrated()
        const service = await startTestService(url)
        onTestFinished(service.stop)
        const raw = await connectRaw(url)
        onTestFinished(raw.close)
        const domain = await service.onboard()
        const { ens } = await seedSubname(service, domain, 'alice')
        const { key } = await createKey(service, { scopes: ['names:revoke', 'domains:write'] })
        const change = async (value: string) => {
          const texts = [{ key: 'state', value }]
          const response =
            table === 'subnames'
              ? postBatch({ ...service, key }, domain, [{ action: 'put', label: 'alice', texts }])
              : service.call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
                  headers: { 'x-api-key': key },
                  body: { texts },
                })
          dataOf(await response)
        }
        const name = table === 'subnames' ? ens : domain.name
        const resolved = () => resolveText(service, service.resolvers[1]['chain-bound'], name, 'state')

        await change('first')
        expect(await resolved()).toBe('first')
        const restore = await copyRows(raw, table)
        await change('lost')
        expect(await resolved()).toBe('lost')
        await restore()
        await change('next')
        expect(await resolved()).toBe('next')
      },
    )
  },
)

async function copyRows(raw: RawConnection, table: string): Promise<() => Promise<void>> {
  await raw.run(`create table copied as select ${columns} from ${table}`)
  const set = columns
    .split(', ')
    .slice(1)
    .map((column) => `${column} = (select ${column} from copied where copied.key = ${table}.key)`)
  return async () => {
    await raw.run(`update ${table} set ${set.join(', ')} where key in (select key from copied)`)
  }
}
