import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, slice, toHex } from 'viem'
import { ethCall } from '../../ccip/call.ts'
import {
  failedReply,
  type OffchainLookup,
  parseSignedResponse,
  preflightOf,
  requestGateway,
  type SignedResponse,
  toGatewayHttpRequest,
} from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex } from '../../crypto/hex.ts'
import { dnsEncode, namehash } from '../../ens/names.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import type { GatewayCase, GatewayExchange, ResponseFacts } from './judge-gateway.ts'

const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function data(bytes32 node, string key) view returns (bytes)',
  'function multicall(bytes[] calls) view returns (bytes[])',
])
const manyCalls = 100

/** The calls that clients make of a gateway, and those that break gateways. */
export function gatewayCases(name: string): readonly GatewayCase[] {
  const node = toHex(namehash(name))
  const wire = dnsEncode(name)
  const lookup = (call: Hex, wireName: Hex = wire) =>
    encodeFunctionData({ abi, functionName: 'resolve', args: [wireName, call] })
  const addr = encodeFunctionData({ abi, functionName: 'addr', args: [node] })
  const coin = (coinType: bigint) => encodeFunctionData({ abi, functionName: 'addr', args: [node, coinType] })
  const text = (key: string) => encodeFunctionData({ abi, functionName: 'text', args: [node, key] })
  const multicall = (calls: readonly Hex[]) =>
    encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
  const unknownName = `byname-doctor-absent.${name}`
  const unknownAddr = encodeFunctionData({ abi, functionName: 'addr', args: [toHex(namehash(unknownName))] })
  const upperName = name.toUpperCase()
  const upperAddr = encodeFunctionData({ abi, functionName: 'addr', args: [toHex(namehash(upperName))] })
  const returnEmpty = 'Return the ABI-encoded empty value with status 200.'
  const refuse = 'Check the call data before the database is read, and answer 400 with a JSON message.'
  const valid = (step: string, asked: string, call: Hex, fix = returnEmpty): GatewayCase => ({
    step,
    asked,
    data: lookup(call),
    expected: 'answer',
    fix,
  })
  const malformed = (step: string, asked: string, data: string): GatewayCase => ({
    step,
    asked,
    data,
    expected: '4xx',
    fix: refuse,
  })
  return [
    valid('coin-60', `addr of coin type 60 of ${name}`, coin(60n)),
    valid('unset-text', 'a text that is not set', text('byname-doctor-unset')),
    valid('unset-coin', 'the address of an L2 coin type', coin(2147492101n)),
    valid(
      'contenthash',
      'contenthash',
      encodeFunctionData({ abi, functionName: 'contenthash', args: [node] }),
    ),
    {
      ...valid('unknown-name', `addr of ${unknownName}`, unknownAddr),
      data: lookup(unknownAddr, dnsEncode(unknownName)),
      expected: 'answer or 4xx',
    },
    valid(
      'multicall',
      'multicall of three calls (ENSIP-22)',
      multicall([addr, text('avatar'), coin(60n)]),
      'Answer each call of a multicall in one response.',
    ),
    valid(
      'large-multicall',
      `multicall of ${manyCalls} calls`,
      multicall(Array(manyCalls).fill(addr)),
      'Accept some hundred calls in one lookup, and bodies of 64 KiB.',
    ),
    {
      ...valid('unknown-function', 'a function that no resolver has', concatHex(['0xdeadbeef', node])),
      expected: 'answer or 4xx',
      fix: 'Return UnsupportedResolverProfile, or refuse with 4xx and a JSON message.',
    },
    {
      ...valid(
        'ensip-24',
        'data(bytes32,string) of ENSIP-24',
        encodeFunctionData({ abi, functionName: 'data', args: [node, 'key'] }),
      ),
      expected: 'answer or 4xx',
    },
    {
      ...valid('upper-case', `addr of ${upperName}, which is not normalized`, upperAddr),
      data: lookup(upperAddr, dnsEncode(upperName)),
      expected: 'answer or 4xx',
    },
    malformed('other-node', 'a node that is not the node of the name', lookup(unknownAddr)),
    malformed('truncated-name', 'a DNS name without its end', lookup(addr, slice(wire, 0, -1))),
    malformed(
      'overflowing-name',
      'a DNS name whose label is longer than the rest',
      lookup(addr, concatHex(['0xff', wire])),
    ),
    malformed('empty-name', 'an empty DNS name', lookup(addr, '0x')),
    malformed(
      'label-with-dot',
      'a label with a dot inside',
      lookup(addr, concatHex(['0x03', toHex('a.b'), wire])),
    ),
    malformed('truncated-data', 'call data that are cut short', lookup(addr).slice(0, 200)),
    malformed('no-hex', 'call data that are not hex', '0xzz'),
    malformed('empty-data', 'empty call data', '0x'),
  ]
}

interface FetchOptions {
  readonly fetch: SsrfSafeFetch
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Calls the first few URLs of the lookup, as a page in a browser does. */
export function exchangeWithGateways(
  lookup: OffchainLookup,
  options: FetchOptions,
): Promise<readonly GatewayExchange[]> {
  return Promise.all(
    lookup.urls
      .slice(0, perNameLimits.maxGatewayUrls)
      .map((url) => exchangeWithGateway(lookup, url, options)),
  )
}

async function exchangeWithGateway(
  lookup: OffchainLookup,
  url: string,
  options: FetchOptions,
): Promise<GatewayExchange> {
  try {
    const request = toGatewayHttpRequest(lookup, url)
    const [reply, preflight] = await Promise.all([
      requestGateway(request, options),
      request.method === 'POST' ? requestGateway(preflightOf(request.url), options) : undefined,
    ])
    return { url, method: request.method, reply, preflight }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const method = url.includes('{data}') ? 'GET' : 'POST'
    return { url, method, reply: failedReply(error, 0), preflight: undefined }
  }
}

/** Whether the contract accepts a response, and by which key it is signed. */
export async function verifyResponse(
  chain: ChainClient,
  { resolver, lookup, data, now }: { resolver: Address; lookup: OffchainLookup; data: Hex; now: bigint },
): Promise<ResponseFacts> {
  const response = parseSignedResponse(data)
  const callback = await ethCall(chain.rpc, resolver, lookup.encodeCallback(data))
  const signers = response ? possibleSigners(chain, resolver, lookup, response) : []
  const trusts = await Promise.all(
    signers.map(async ({ scheme, signer }) => {
      const [isTrusted] = await isTrustedSigner(chain, [{ address: resolver, signingScheme: scheme }], signer)
      return { signer, isTrusted }
    }),
  )
  const found =
    trusts.find(({ isTrusted }) => isTrusted) ?? trusts.find(({ isTrusted }) => isTrusted === false)
  return {
    response,
    isAccepted: !callback.isReverted,
    signer: found?.signer,
    isTrusted: found?.isTrusted,
    now,
  }
}

/** The signer under each digest: only the contract knows which it uses. What is `chain-bound` is valid as `merkle`, too. */
export function possibleSigners(
  chain: ChainClient,
  resolver: Address,
  lookup: OffchainLookup,
  response: SignedResponse,
) {
  return (['merkle', 'published'] as const).flatMap((scheme) => {
    const signer = signerUnder(scheme, chain, resolver, lookup, response)
    return signer ? [{ scheme, signer }] : []
  })
}

/** Null where no key makes this signature. */
export function signerUnder(
  scheme: SigningScheme,
  { id: chainId }: ChainClient,
  resolver: Address,
  { data }: OffchainLookup,
  { result, expires, signature }: SignedResponse,
): Address | null {
  const unsigned = { expires, request: fromHex(data), result: fromHex(result) }
  const signer = recoverResponseSigner({ scheme, chainId, resolver }, unsigned, fromHex(signature))
  return signer && checksumAddress(signer)
}
