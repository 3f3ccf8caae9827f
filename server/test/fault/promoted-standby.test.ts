import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { WireEventPage } from '../../src/http/schema/event.ts'
import { startService } from '../../src/server.ts'
import { startPostgresPair } from '../support/databases/postgres.ts'
import { connectRaw } from '../support/databases/raw-sql.ts'
import { seedSubname } from '../support/entities/subnames.ts'
import { createFolder } from '../support/folders.ts'
import { createClient, dataOf, expectError } from '../support/http/api-client.ts'
import { startTestService, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

test('rule: behind a standby that took over without the newest events, readers of these learn so and others miss none', async () => {
  const pair = await startPostgresPair()
  onTestFinished(pair.primary.stop)
  onTestFinished(pair.replica.stop)
  const url = await pair.primary.createDatabase()
  const former = await startTestService(url)
  onTestFinished(former.stop)
  const headers = { 'x-api-key': former.key }
  const newest = async (call: typeof former.call, count: number) =>
    dataOf<WireEventPage>(
      await call('GET', `/byname/v1/events?order=newest&limit=${count}`, { headers }),
    ).data.toReversed()

  await seedSubname(former, former.demo[1], 'kept')
  const [kept] = await newest(former.call, 1)
  const standby = await connectRaw(pair.replicaUrl(url))
  await waitUntil('the standby has the event', async () => {
    const [row] = await standby.run(
      "select count(*)::int as count from event_log where name = 'kept.demo.eth'",
    )
    return row?.['count'] === 1
  })
  await standby.close()
  await pair.replica.kill()
  for (const label of ['lost-1', 'lost-2', 'lost-3']) await seedSubname(former, former.demo[1], label)
  const lost = await newest(former.call, 3)
  await pair.primary.kill()

  await pair.replica.start()
  const promoted = await connectRaw(pair.replicaUrl(url))
  await promoted.run('select pg_promote()')
  await promoted.close()
  const folder = await createFolder('promoted')
  onTestFinished(() => rm(folder, { recursive: true }))
  await withContext(testEnvironment(folder, pair.replicaUrl(url)), async (context) => {
    const service = await startService(context)
    const call = await createClient(service.url)
    const after = (cursor: string | undefined) =>
      call('GET', `/byname/v1/events?after=${cursor}`, { headers })
    const expectRefused = async () => {
      for (const { cursor } of lost) expectError(await after(cursor), 400, 'CursorInFutureException')
    }
    await expectRefused()
    const labels = Array.from({ length: 5 }, (_, index) => `new-${index}`)
    for (const [index, label] of labels.entries()) {
      await seedSubname({ call, key: former.key }, former.demo[1], label)
      await expectRefused()
      const read = dataOf<WireEventPage>(await after(kept?.cursor)).data
      expect(read.map(({ name }) => name)).toEqual(
        labels.slice(0, index + 1).map((each) => `${each}.demo.eth`),
      )
    }
    await service.stop()
  })
}, 120_000)
