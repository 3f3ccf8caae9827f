import { json } from 'node:stream/consumers'
import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem'
import { startHttpServer, type TestServer } from '../http/http-server.ts'

const abi = parseAbi([
  'function query((address sender, string[] urls, bytes data)[]) view returns (bool[], bytes[])',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error ResolverNotFound(bytes name)',
])

const findResolver = toFunctionSelector('findResolver(bytes)')
const callback = '0x12345678'
const resolver = '0x00000000000000000000000000000000000000aa'

interface Call {
  readonly method: string
  readonly params: readonly [{ readonly to?: Hex; readonly data: Hex }]
}

/**
 * Starts a caller's RPC of mainnet. At the path `/honest` no name exists. At every other path each name has a resolver
 * that reverts with a batch of `lookups` lookups (ENSIP-21); `urlsOf` gives the gateways of each by its index.
 */
export function startBatchingRpc(
  lookups: number,
  urlsOf: (lookup: number) => readonly string[],
): Promise<TestServer> {
  return startHttpServer(async (request, response) => {
    const call = (await json(request)) as Call
    const reverts = (data: Hex) => ({ error: { code: 3, message: 'execution reverted', data } })
    const result = () => {
      if (call.method === 'eth_chainId') return { result: '0x1' }
      const [{ to, data }] = call.params
      const isHonest = request.url === '/honest'
      if (!to || data.startsWith(callback)) return reverts('0x')
      if (data.startsWith(findResolver))
        return {
          result: encodeAbiParameters(parseAbiParameters('address, bytes32, uint256'), [
            isHonest ? zeroAddress : resolver,
            zeroHash,
            0n,
          ]),
        }
      if (isHonest) return reverts(encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] }))
      const requests = Array.from({ length: lookups }, (_, lookup) => ({
        sender: to,
        urls: urlsOf(lookup),
        data: '0x' as const,
      }))
      const batch = encodeFunctionData({ abi, functionName: 'query', args: [requests] })
      const args = [to, ['x-batch-gateway:true'], batch, callback, '0x'] as const
      return reverts(encodeErrorResult({ abi, errorName: 'OffchainLookup', args }))
    }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...result() }))
  })
}
