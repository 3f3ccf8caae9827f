import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compactEvents } from '../../src/core/events/compact.ts'
import { parseDatabaseUrl } from '../../src/store/database-url.ts'
import { dialectOf } from '../../src/store/driver/sql-dialect.ts'
import { appendEvents } from '../../src/store/entities/events.ts'
import { appliedMigrations, applyMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { connectRaw } from '../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { issue, postBatch } from '../support/entities/batches.ts'
import { newTestEvent, readEventLog } from '../support/events/event-log.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type ApiResponse, createClient, dataOf } from '../support/http/api-client.ts'
import { beginCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'

const { BYNAME_TEST_SEED: seed = '1' } = process.env
const holder = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Shares of the time that the work takes. */
const killShares = fc.sample(fc.double({ min: 0.05, max: 1, noNaN: true }), {
  seed: Number(seed),
  numRuns: 100,
})

/** A busy machine may take longer than a write may wait. */
async function untilAdmitted(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send()
    if (response.status !== 503) return response
  }
}

const labelsOf = (batch: number) => Array.from({ length: 100 }, (_, index) => `b${batch}-${index}`)

describeOnEachDatabase(`Work in steps that is killed (seed ${seed})`, (databases) => {
  it('rule: a database whose upgrade is killed is as it was before or as it is after', async () => {
    const events = 2000
    const url = await databases.create()
    const environment = testEnvironment(await temporaryFolder(), url)
    const first = '0001-initial'
    const { db, close } = await parseDatabaseUrl(url).open(10_000)
    await db.transaction().execute((tx) => applyMigrations(tx, dialectOf(tx), [first]))
    await close()
    const raw = await connectRaw(url)
    for (let start = 0; start < events; start += 500) {
      const rows = Array.from(
        { length: 500 },
        (_, index) =>
          `('${String(start + index).padStart(9, '0')}', 'subname.revoked', 1, 'n${start + index}.demo.eth',
            '01890000-0000-7000-8000-0000000000ff', '{"label":"n"}', 7)`,
      )
      const columns = '(id, type, chain_id, name, domain_id, data, created_at)'
      await raw.run(`insert into events ${columns} values ${rows.join(',')} returning id`)
    }
    const readApplied = async () => {
      const opened = await parseDatabaseUrl(url).open(10_000)
      return appliedMigrations(opened.db).finally(opened.close)
    }

    for (const share of killShares.slice(0, 4)) {
      // Its start reads the configuration, opens the database, and upgrades it.
      const upgrade = beginCommand(['workspaces', 'list'], environment)
      await delay(1500 * share)
      await upgrade.end('SIGKILL')
      const applied = await readApplied()
      if (applied.length > 1) break
      expect(applied).toEqual([first])
      expect(await raw.run('select id from events')).toHaveLength(events)
    }
    await raw.close()
    const store = await openStore({ url })
    const log = await readEventLog(store)
    expect(log.map(({ sequence }) => sequence)).toEqual(Array.from(log, (_, index) => index + 1))
    expect(new Set(log.map(({ name }) => name)).size).toBe(events)
    await store.close()
    expect((await readApplied()).length).toBeGreaterThan(20)
  })

  it('rule: of revocations of many names at a time that are killed, each is whole or not done, and is done again', async () => {
    const batches = 8
    const url = await databases.create()
    const environment = testEnvironment(await temporaryFolder(), url)
    const { demo, key } = await withContext(environment, async (context) => {
      const tenant = await createTenant(context)
      const scopes = ['names:write', 'names:revoke'] as const
      const created = await createApiKey(context, { workspaceId: tenant.workspaceId, name: 'all', scopes })
      return { demo: tenant.demo[1], key: created.key }
    })
    const started = await startServeProcess(environment)
    const service = { call: await createClient(started.url), key }
    for (let batch = 0; batch < batches; batch++) {
      const items = labelsOf(batch).map((label) => issue(label, holder))
      dataOf(await untilAdmitted(() => postBatch(service, demo, items)))
    }

    const revoke = (sender: typeof service, batch: number) =>
      postBatch(
        sender,
        demo,
        labelsOf(batch).map((label) => ({ action: 'revoke', label })),
      )
    const confirmed = new Set<number>()
    const all = Array.from({ length: batches }, (_, batch) => batch)
    const responses = all.map((batch) =>
      revoke(service, batch).then(
        ({ status }) => status === 200 && confirmed.add(batch),
        () => {},
      ),
    )
    await Promise.race(responses)
    await delay(100 * (killShares[0] ?? 0))
    await started.end('SIGKILL')
    await Promise.all(responses)
    await expectConsistent(url)

    const left = async () =>
      withContext(environment, async ({ store }) => {
        const rows = await store.db.selectFrom('subnames').select('label').execute()
        return new Set(rows.map(({ label }) => label))
      })
    const labels = await left()
    for (const batch of all) {
      const present = labelsOf(batch).filter((label) => labels.has(label)).length
      expect(confirmed.has(batch) ? [0] : [0, 100]).toContain(present)
    }

    const again = await startServeProcess(environment)
    const client = { call: await createClient(again.url), key }
    for (const batch of all)
      if (labels.has(`b${batch}-0`)) dataOf(await untilAdmitted(() => revoke(client, batch)))
    expect(await again.end('SIGTERM')).toBe(0)
    expect((await left()).size).toBe(0)
    await expectConsistent(url)
    const store = await openStore({ url })
    const revoked = (await readEventLog(store)).filter(({ type }) => type === 'subname.revoked')
    await store.close()
    expect(revoked).toHaveLength(100 * batches)
    expect(new Set(revoked.map(({ name }) => name)).size).toBe(100 * batches)
  })

  it('rule: a compaction of events that is killed goes on where it was, and the log is as after one pass', async () => {
    const [url, other] = [await databases.createMigrated(), await databases.createMigrated()]
    const texts = Array.from({ length: 2000 }, (_, index) =>
      newTestEvent({
        name: `n${index % 4}.demo.eth`,
        createdAt: 1,
        changes: [{ field: 'texts', key: 'bio', before: null, after: `${index} `.padEnd(400, 'x') }],
      }),
    )
    for (const each of [url, other]) {
      const store = await openStore({ url: each })
      for (let start = 0; start < texts.length; start += 500)
        await store.db.transaction().execute((tx) => appendEvents(tx, ...texts.slice(start, start + 500)))
      await store.close()
    }
    const whole = await openStore({ url: other })
    const startedAt = performance.now()
    await compactEvents({ store: whole, clock: () => Date.now() + 2 * 86_400_000 })
    const passMs = performance.now() - startedAt
    const expected = await readEventLog(whole)
    await whole.close()

    const script = new URL('compacting-child.ts', import.meta.url).pathname
    for (const share of killShares.slice(0, 2)) {
      const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = once(child, 'exit')
      await once(child.stdout, 'data')
      await delay(passMs * share)
      child.kill('SIGKILL')
      await exited
    }
    const store = await openStore({ url })
    await compactEvents({ store, clock: () => Date.now() + 2 * 86_400_000 })
    const changesOf = (log: Awaited<ReturnType<typeof readEventLog>>) =>
      log.map(({ sequence, changes }) => ({ sequence, changes }))
    expect(changesOf(await readEventLog(store))).toEqual(changesOf(expected))
    await store.close()
  })
})
