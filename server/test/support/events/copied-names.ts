import { expect } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { WireRecordWithHolder } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { type ApiCall, dataOf } from '../http/api-client.ts'

export type WireEvent = WireEventPage['data'][number]

/** Fields of each name, as its events have given them. */
export type CopiedNames = Map<string, Map<string, unknown>>

/** Applies an event to a copy. Expects that it begins where the one before ended. */
export function applyEvent(names: CopiedNames, { type, name, changes }: WireEvent): void {
  if (!type.startsWith('subname.') || name === null) return
  const fields = names.get(name) ?? new Map<string, unknown>()
  for (const { field, key, before, after } of changes) {
    const path = key === null ? field : `${field} ${key}`
    expect(fields.get(path) ?? null).toEqual(before)
    if (after === null) fields.delete(path)
    else fields.set(path, after)
  }
  if (fields.size === 0) names.delete(name)
  else names.set(name, fields)
}

/** Expects that a copy has the names of a domain, at most 100 and as many reservations, and their records. */
export async function expectSameNames(call: ApiCall, domain: Domain, copied: CopiedNames): Promise<void> {
  const stored = await listNames(call, domain)
  expect([...copied.keys()].toSorted()).toEqual([...stored.keys()].toSorted())
  for (const [name, record] of stored)
    expect(Object.fromEntries(copied.get(name) ?? [])).toEqual(fieldsOf(record))
}

async function listNames(call: ApiCall, { name, chainId }: Domain) {
  const lists = await Promise.all(
    [true, false].map((isClaimed) =>
      call(
        'GET',
        `/ens/v2/subnames/all?ensDomains=${name}&chainId=${chainId}&limit=100&isClaimed=${isClaimed}`,
      ),
    ),
  )
  const records = lists.flatMap((list) => dataOf<{ data: WireRecordWithHolder[] }>(list).data)
  return new Map(records.map((record) => [record.ens, record]))
}

/** In the form of the events. */
function fieldsOf({ isClaimed, holder, records }: WireRecordWithHolder) {
  const { coins, texts, contentHash } = records
  return {
    isClaimed,
    holder,
    ...Object.fromEntries(coins.map(({ id, value }) => [`addresses ${id}`, value])),
    ...Object.fromEntries(texts.map(({ key, value }) => [`texts ${key}`, value])),
    ...(contentHash && { contenthash: `${contentHash.protocolType}://${contentHash.decoded}` }),
  }
}
