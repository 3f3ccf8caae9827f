import { text } from 'node:stream/consumers'
import { type Hex, numberToHex, zeroHash } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { openToken } from '../../../src/payments/settlement/token.ts'
import { operatorRpc } from '../../../src/rpc/operator.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { terms, transferFrom } from '../../support/payments/authorizations.ts'

const payer = '0x00000000000000000000000000000000000000bb'
const start = 1_800_000_000

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type Range = readonly [first: number, last: number]

/** Starts an RPC of a chain of `newest` blocks, 2 seconds each, on which no authorization is used. */
async function emptyChain(newest: number) {
  const searched: Range[] = []
  const responses: Record<string, (param: never) => unknown> = {
    eth_getBlockByNumber: (block: Hex | 'latest') => {
      const number = block === 'latest' ? newest : Number(block)
      return { number: numberToHex(number), timestamp: numberToHex(start + 2 * number) }
    },
    eth_call: () => zeroHash,
    eth_getLogs: ({ fromBlock, toBlock }: { fromBlock: Hex; toBlock: Hex }) => {
      searched.push([Number(fromBlock), Number(toBlock)])
      return []
    },
  }
  server = await startHttpServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: responses[method]?.(params[0] as never) }))
  })
  const node = operatorRpc({ chainId: 8453, rpcUrl: server.url, timeoutMs: 5_000 })
  return { searched, token: openToken({ rpc: node, terms, confirmations: 1 }) }
}

function authorization(validBefore: number) {
  return {
    ...transferFrom(payer, { validBefore: BigInt(validBefore) }),
    signature: '0x' as const,
  }
}

const longLived = authorization(start + 315_360_000)

test('rule: every block up to the newest is searched once, 5,000 at a time, and ten before the first', async () => {
  const { token, searched } = await emptyChain(12_345)
  expect(await token.findTransfer(longLived, 110)).toBeNull()
  expect(searched).toEqual([
    [100, 5_099],
    [5_100, 10_099],
    [10_100, 12_345],
  ])
})

test('rule: blocks after the end of the authorization are not searched', async () => {
  const { token, searched } = await emptyChain(1_000_000)
  const brief = authorization(start + 60)
  expect(await token.findTransfer(brief, 0)).toBeNull()
  expect(searched).toEqual([[0, 4_999]])
})

test('502 when the RPC does not have the first block yet', async () => {
  const { token, searched } = await emptyChain(100)
  await expect(token.findTransfer(longLived, 101)).rejects.toMatchObject({ name: 'UpstreamException' })
  expect(searched).toEqual([])
})

test('rule: at most 300,000 blocks are searched, and then the outcome is undetermined', async () => {
  const { token, searched } = await emptyChain(1_000_000)
  const search = token.findTransfer(longLived, 11)
  await expect(search).rejects.toMatchObject({ name: 'UpstreamException' })
  expect(searched.at(-1)).toEqual([295_001, 300_000])
})
