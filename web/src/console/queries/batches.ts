import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import type { paths } from '../../api/openapi-types.ts'
import type { DomainRef } from './domains.ts'

type BatchBody = paths['/byname/v1/names/batch']['post']['requestBody']['content']['application/json']
export type BatchItem = BatchBody['items'][number]

/** The most items of a request. */
export const maxBatchItems = 1000

/** What a program sends for the same. Each item succeeds or fails by itself. */
export function batchBody({ domain }: DomainRef, items: BatchItem[]): BatchBody {
  return { domain, mode: 'each', items }
}

/** `idempotencyKey`: the same one makes a repetition safe. */
export function sendBatch(
  ref: DomainRef,
  items: readonly BatchItem[],
  idempotencyKey: string = crypto.randomUUID(),
) {
  const headers = { 'idempotency-key': idempotencyKey }
  const params = { query: { chainId: chainIdOf(ref.chainId) } }
  return unwrap(api.POST('/byname/v1/names/batch', { params, headers, body: batchBody(ref, [...items]) }))
}
