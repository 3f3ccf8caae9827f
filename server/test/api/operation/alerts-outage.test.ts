import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findHold } from '../../../src/store/entities/settings.ts'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { type ReceiverServer, startReceivers, statuses } from '../../support/events/webhook-receiver.ts'
import { startAlerting, titlesOf } from '../../support/health/alerting.ts'

describe('Alerts while the database is away', () => {
  let postgres: PostgresServer
  let receivers: ReceiverServer
  beforeAll(async () => {
    postgres = await startPostgres()
    receivers = await startReceivers()
  })
  afterAll(async () => {
    await postgres.stop()
    await receivers.close()
  })

  it('rule: the loss is reported from memory once, and its end once the database is back', async () => {
    const hook = receivers.open(statuses(500, 200))
    const { processes, startOne, pass } = await startAlerting(await postgres.createDatabase(), 3, {
      ALERT_TARGETS: hook.url,
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
    })
    await pass(20)
    await postgres.kill()
    for (const { find } of processes)
      find(['database-unavailable', 'the database'], ['rpc-unreachable', 'the RPC of chain 1'])
    await pass(40)
    expect(hook.requests).toHaveLength(0)
    await pass(200)
    // The first is refused, and tried again.
    expect(titlesOf(hook)).toEqual(Array(2).fill('1 critical problem began'))
    await postgres.start()
    for (const { context } of processes) await expect.poll(() => findHold(context.store.db)).toBeUndefined()
    for (const { find } of processes) find(['rpc-unreachable', 'the RPC of chain 1'])
    await pass(20)
    expect(titlesOf(hook).slice(2)).toEqual(['1 warning began'])
    const second = await startOne()
    second.find(['rpc-unreachable', 'the RPC of chain 1'])
    await pass(200, ...processes, second)
    expect(titlesOf(hook).slice(3)).toEqual(['1 problem ended'])
    const { reasons } = JSON.parse(hook.requests.at(-1)?.body ?? '').data
    expect(reasons).toMatchObject([
      {
        code: 'database-unavailable',
        since: '2030-01-01T00:00:20.000Z',
        endedAt: '2030-01-01T00:04:10.000Z',
      },
    ])
  }, 120_000)

  it('rule: a disk that takes what was found, and no message, keeps no alert from being sent', async () => {
    const hook = receivers.open()
    const databaseUrl = await postgres.createDatabase()
    const { first, pass } = await startAlerting(databaseUrl, 1, {
      ALERT_TARGETS: hook.url,
      OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
    })
    await pass(20)
    const raw = await connectRaw(databaseUrl)
    onTestFinished(() => raw.close())
    await raw.run(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100'; end $$`)
    await raw.run('create trigger full_disk before update on alert_targets execute function full_disk()')
    first.find(['writes-failing', 'the database has no space left'], ['disk-low', 'the disk'])
    await pass(200)
    expect(titlesOf(hook)).toEqual(['1 critical problem began'])
    await raw.run('drop trigger full_disk on alert_targets')
    first.find(['disk-low', 'the disk'])
    await pass(400)
    expect(titlesOf(hook).slice(1)).toEqual(['1 warning began', '1 problem ended'])
  }, 120_000)
})
