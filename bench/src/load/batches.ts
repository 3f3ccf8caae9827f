import { numberToHex } from 'viem'
import { apiKey, chainId, domain } from '../databases/zone.ts'
import type { RequestSource } from './load.ts'
import { postRequest } from './requests.ts'

/** Address of the first name. */
const firstAddress = 0xb0_0000_0000

/** Batches of new names, each with an address of its own and the texts of `addRequest`. */
export function batchRequests(count: number, namesPerBatch: number): RequestSource {
  const requests = Array.from({ length: count }, (_, batch) =>
    postRequest(
      `/byname/v1/names/batch?chainId=${chainId}`,
      {
        domain,
        mode: 'atomic',
        items: Array.from({ length: namesPerBatch }, (_, index) => itemAt(batch * namesPerBatch + index)),
      },
      { 'x-api-key': apiKey },
    ),
  )
  return { requestOf: (index) => requests[index] }
}

function itemAt(number: number) {
  const label = `batched-${number}`
  return {
    action: 'issue',
    label,
    addresses: [{ coinType: 60, address: numberToHex(firstAddress + number, { size: 20 }) }],
    text: [
      { key: 'avatar', value: `https://example.com/avatars/${label}.png` },
      { key: 'description', value: `${label} of the benchmark` },
    ],
  }
}
