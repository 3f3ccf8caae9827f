import { expect, it } from 'vitest'
import { type ChargedWrite, chargeEvent, chargeWrite } from '../../../src/core/write-budgets.ts'
import { QuotaExceededError } from '../../../src/errors.ts'
import type { ApiKey } from '../../../src/model/api-key.ts'
import type { Actor, NewEvent } from '../../../src/model/event.ts'
import type { Allowance, WriteLimits } from '../../../src/model/write-budget.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeService } from '../../support/service/describe-service.ts'

const dayMs = 86_400_000
const start = 1_900_000_000_000

const none: WriteLimits = { address: 0, wallet: 0, name: 0, domain: 0 }

interface Setup {
  readonly limits?: WriteLimits
  readonly apiKey?: ApiKey
}

describeService('The charge of a write', (service) => {
  let clients = 0

  /** Of a client that has written nothing. */
  const newMeter = ({ limits = { ...none, address: 10 }, apiKey }: Setup = {}) => {
    clients += 1
    const reported: (readonly Allowance[])[] = []
    let keyReads = 0
    const writeMeter = {
      client: `client ${clients}`,
      apiKey: async () => {
        keyReads += 1
        return apiKey
      },
      report: (allowances: readonly Allowance[]) => reported.push(allowances),
    }
    const { context } = service()
    const contextAt = (time: number) => ({
      ...{ ...context, clock: () => time, writeMeter },
      rules: { ...context.rules, writeLimits: limits },
    })
    return {
      reported,
      keyReads: () => keyReads,
      charge: (write: ChargedWrite, time = start) => chargeWrite(contextAt(time), write),
      chargeEvent: (event: NewEvent) => chargeEvent(contextAt(start), event),
    }
  }

  const exceeded = (message: string, retryAfterSeconds: number) =>
    expect.objectContaining({ constructor: QuotaExceededError, message, retryAfterSeconds })

  it('rule: a write counts once for its client, wallet, name and domain, with a KiB beside its bytes', async () => {
    const { charge, reported } = newMeter({ limits: { address: 10, wallet: 20, name: 40, domain: 80 } })
    const wallet = randomHex(20)
    await charge({ wallet, name: { chainId: 1, name: 'a.eth' }, domainId: 'd', bytes: 1024 })
    const counted = (subject: Allowance['subject'], max: number, seconds: number, bytesSeconds: number) => [
      { subject, unit: 'writes', max, remaining: max - 1, resetInSeconds: seconds, retryInSeconds: 0 },
      {
        ...{ subject, unit: 'bytes', max: max * 16_384, remaining: max * 16_384 - 2048 },
        ...{ resetInSeconds: bytesSeconds, retryInSeconds: 0 },
      },
    ]
    // 86,400 seconds / 10 writes; 2,048 of 163,840 bytes are an eightieth of the day.
    expect(reported).toEqual([
      [
        ...counted('address', 10, 8640, 1080),
        ...counted('wallet', 20, 4320, 540),
        ...counted('name', 40, 2160, 270),
        ...counted('domain', 80, 1080, 135),
      ],
    ])
  })

  it('rule: parts that are absent or have no limit are not charged', async () => {
    const limits = { address: 10, wallet: 0, name: 10, domain: 10 }
    const { charge, reported } = newMeter({ limits })
    await charge({ wallet: randomHex(20), bytes: 0 })
    expect(reported.flat().map(({ subject }) => subject)).toEqual(['address', 'address'])
  })

  it('rule: without limits a write is not counted', async () => {
    const { charge, reported } = newMeter({ limits: none })
    await charge({ bytes: 0 })
    expect(reported).toEqual([])
  })

  it('rule: without a meter a write is not counted', async () => {
    const { db } = service().context.store
    await db.deleteFrom('writeBudgets').execute()
    await chargeWrite(service().context, { wallet: randomHex(20), bytes: 0 })
    expect(await db.selectFrom('writeBudgets').selectAll().execute()).toEqual([])
  })

  it('rule: as many writes as the limit pass at once, the next when one has come back', async () => {
    const { charge, reported } = newMeter()
    for (let count = 0; count < 10; count += 1) await charge({ bytes: 0 })
    expect(reported.at(-1)?.[0]).toMatchObject({ remaining: 0, resetInSeconds: 86_400, retryInSeconds: 0 })
    await expect(charge({ bytes: 0 })).rejects.toEqual(
      exceeded(
        'Your address is limited to 10 writes in a day without an API key. Retry in 8640 seconds.',
        8640,
      ),
    )
    expect(reported.at(-1)).toEqual([
      {
        ...{ subject: 'address', unit: 'writes', max: 10, remaining: 0 },
        ...{ resetInSeconds: 86_400, retryInSeconds: 8640 },
      },
    ])
    await expect(charge({ bytes: 0 }, start + 8_639_999)).rejects.toThrow('Retry in 1 seconds.')
    await charge({ bytes: 0 }, start + 8_640_000)
  })

  it('rule: the error names the budget that takes longest', async () => {
    const { charge } = newMeter({ limits: { ...none, address: 20, domain: 10 } })
    // Twice the bytes that a domain may write in a day, and once those of a client.
    const bytes = 2 * 10 * 16_384
    await expect(charge({ domainId: 'the longest', bytes })).rejects.toEqual(
      exceeded(
        'This domain is limited to 163840 bytes of writes in a day without an API key. Retry in 86940 seconds.',
        86_940,
      ),
    )
  })

  it('rule: after the clock was set back by up to a day a budget still counts, by more not', async () => {
    const { charge } = newMeter({ limits: { ...none, address: 1 } })
    // With its KiB, those of a day.
    const write = { bytes: 15 * 1024 }
    await charge(write)
    await expect(charge(write, start - dayMs)).rejects.toThrow('is limited to 1 writes')
    await charge(write, start - dayMs - 1)
  })

  it('rule: a key of the workspace pays for a write below its domain only', async () => {
    const { apiKey, demo } = service()
    const { charge, reported, keyReads } = newMeter({ apiKey })
    await charge({ domainId: demo[1].id, bytes: 0 })
    expect([reported.length, keyReads()]).toEqual([0, 1])
    await charge({ bytes: 0 })
    expect([reported.length, keyReads()]).toEqual([1, 1])
    await charge({ domainId: 'of another instance', bytes: 0 })
    expect(reported).toHaveLength(2)
  })

  it.each([
    ['without names:write', { scopes: ['domains:write'] as const }],
    ['of another workspace', { workspaceId: 'other' }],
    ['limited to other domains', { domainIds: ['other'] }],
  ])('rule: a key %s does not pay', async (_, changes) => {
    const { apiKey, demo } = service()
    const { charge, reported } = newMeter({ apiKey: { ...apiKey, ...changes } })
    await charge({ domainId: demo[1].id, bytes: 0 })
    expect(reported).toHaveLength(1)
  })

  const eventOf = (actor: Actor, changes: Partial<NewEvent> = {}): NewEvent => ({
    ...{ actor, requestId: null, type: 'primary_name.set', chainId: 1, name: 'a.eth', domainId: 'd' },
    ...{ workspaceId: null, changes: [], createdAt: start },
    ...changes,
  })
  const everything: WriteLimits = { address: 10, wallet: 10, name: 10, domain: 10 }
  const address = '0x00000000000000000000000000000000000000aa'

  it.each([
    ['of a wallet', eventOf({ type: 'wallet', address }), ['address', 'wallet', 'name', 'domain']],
    ['of an erased wallet', eventOf({ type: 'wallet', address: null }), ['address', 'name', 'domain']],
    ['of a member', eventOf({ type: 'member', address }), ['address', 'name', 'domain']],
    ['of no domain', eventOf({ type: 'system' }, { domainId: null }), ['address', 'name']],
    ['of no name', eventOf({ type: 'system' }, { name: null }), ['address', 'domain']],
    ['of no chain', eventOf({ type: 'system' }, { chainId: null }), ['address', 'domain']],
  ])('rule: an event %s counts for those it has', async (_, event, subjects) => {
    const meter = newMeter({ limits: everything })
    await meter.chargeEvent(event)
    const ofWrites = meter.reported.flat().filter(({ unit }) => unit === 'writes')
    expect(ofWrites.map(({ subject }) => subject)).toEqual(subjects)
  })

  it('rule: an event counts the values before and after as bytes of JSON, and those after once more', async () => {
    const { chargeEvent: charge, reported } = newMeter()
    const changes = [{ field: 'texts', key: 'url', before: 'é', after: 'a'.repeat(18) }]
    await charge(eventOf({ type: 'system' }, { changes }))
    // [{"field":"texts","key":"url","before":"é","after":"aaaaaaaaaaaaaaaaaa"}] and ["aaaaaaaaaaaaaaaaaa"]
    expect(reported.flat().find(({ unit }) => unit === 'bytes')?.remaining).toBe(163_840 - 1024 - 74 - 22)
  })
})
