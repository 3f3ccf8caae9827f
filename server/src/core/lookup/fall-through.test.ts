import { expect, test } from 'vitest'
import { encodeResolve, encodeTextCall } from '../../../test/support/gateway/calls.ts'
import { former as domain, formerGatewaysOf } from '../../../test/support/gateway/former-fetch.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import { decodeRequest } from '../../gateway/request.ts'
import { fallThrough } from './fall-through.ts'

const name = joinName(parseLabel('alice'), domain.name)
const callData = encodeResolve(name, encodeTextCall(name, 'url'))
const request = decodeRequest(callData)
const now = 1_800_000_000_000

/** What is remembered and imported of a name with or without a text there. */
async function look(hasText: boolean, importOnRead: boolean, client?: () => string) {
  const texts = hasText ? [{ key: 'url', value: 'x' }] : []
  const seen: unknown[] = []
  const context = {
    formerGateways: formerGatewaysOf({
      answer: ({ query }) => encodeResult(query, { ...emptyRecords, texts }),
    }),
    clock: () => now,
    formerNameLog: { record: (entry: unknown) => seen.push(entry) },
    importQueue: { add: (entry: unknown) => seen.push(entry) },
  }
  const former = { ...domain, gateway: { ...domain.gateway, importOnRead } }
  const answer = await fallThrough(context, { former, chainId: 1, request, name, callData, client })
  return { seen, former, hasRecords: answer.hasRecords }
}

test('rule: a name with a record there is remembered, and comes over where the domain wants it; another one does neither', async () => {
  for (const importOnRead of [false, true]) {
    expect(await look(false, importOnRead)).toMatchObject({ seen: [], hasRecords: false })
    for (const client of [undefined, () => 'client']) {
      const { seen, former, hasRecords } = await look(true, importOnRead, client)
      const names = { name, label: 'alice', client: client?.() }
      const imported = { former, chainId: 1, query: request.query, ...names }
      const remembered = { domainKey: domain.key, label: 'alice', at: now }
      expect([seen, hasRecords]).toEqual([importOnRead ? [remembered, imported] : [remembered], true])
    }
  }
})
