import type { Address } from 'viem'
import { expect } from 'vitest'
import type { ApiResponse } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'
import { ethereumAddress } from './subnames.ts'

/** The wire form of the result of a batch. */
export interface BatchData {
  readonly succeeded: number
  readonly failed: number
  readonly results: readonly BatchItemResult[]
}

interface BatchItemResult {
  readonly index: number
  readonly label: string
  readonly name: string | null
  readonly etag: string | null
  readonly error: BatchItemFailure | null
}

interface BatchItemFailure {
  readonly name: string
  readonly status: number
  readonly message: string
}

interface BatchOptions {
  readonly mode?: string
  /** Beside the API key of the service. */
  readonly headers?: Readonly<Record<string, string>>
}

export function postBatch(
  { call, key }: Pick<TestService, 'call' | 'key'>,
  { name: domain, chainId }: OnChain,
  items: readonly object[],
  { mode = 'atomic', headers = {} }: BatchOptions = {},
): Promise<ApiResponse> {
  return call('POST', `/byname/v1/names/batch?chainId=${chainId}`, {
    headers: { 'x-api-key': key, ...headers },
    body: { domain, mode, items },
  })
}

export function issue(label: string, holder: Address, records: object = {}) {
  return { action: 'issue', label, addresses: [ethereumAddress(holder)], ...records }
}

export function reserve(label: string, ethAddress: Address) {
  return { action: 'reserve', label, ethAddress }
}

/** Of a rejected batch: index, label and name of each error. */
export function batchErrorsOf({ status, body }: ApiResponse): readonly (readonly [number, string, string])[] {
  // Safe because the client has validated the body against the document.
  const { result, errors = [] } = body as {
    result: { data: null; error: string }
    errors?: readonly { index: number; label: string; error: BatchItemFailure }[]
  }
  expect({ status, data: result.data }).toEqual({ status: 422, data: null })
  expect(result.error).toMatch(/^BatchRejectedException: /)
  return errors.map(({ index, label, error }) => [index, label, error.name])
}
