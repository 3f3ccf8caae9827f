import { expect } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../credentials/signed-headers.ts'
import { ethereumAddress, subnameBody } from '../entities/subnames.ts'
import { resolveText } from '../gateway/client.ts'
import { type ApiCall, dataOf } from '../http/api-client.ts'
import type { Tenant } from '../service/service.ts'

const wallet = createWallet()

/** Below demo.eth, with its label as the text `state`. */
export async function addName(call: ApiCall, tenant: Tenant, label: string) {
  const headers = { 'x-api-key': tenant.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
  const body = {
    ...subnameBody(tenant.demo[1], label),
    text: [{ key: 'state', value: label }],
    addresses: [ethereumAddress(wallet.address)],
  }
  return call('POST', '/ens/v1/subname/add', { headers, body })
}

/** By a lookup, a read, and the list. */
export async function expectServed(call: ApiCall, { resolvers }: Tenant, labels: readonly string[]) {
  for (const label of labels) {
    const name = `${label}.demo.eth`
    expect(await resolveText({ call }, resolvers[1]['chain-bound'], name, 'state')).toBe(label)
    const record = dataOf<WireRecord>(await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`))
    expect(record.ens).toBe(name)
  }
  const listed = await call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1')
  expect(dataOf<{ data: unknown[] }>(listed).data).toHaveLength(labels.length)
}

/** Codes at `/ready`, which stays 200. */
export async function reasonsOf(call: ApiCall): Promise<readonly string[]> {
  const { reasons } = dataOf<{ reasons: readonly { code: string }[] }>(await call('GET', '/ready'))
  return reasons.map(({ code }) => code)
}
