import { type Address, type Hex, size } from 'viem'
import { ethCall } from '../../ccip/call.ts'
import { toGatewayHttpRequest } from '../../ccip/gateway-client.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import type { OffchainLookup } from '../../ccip/offchain-lookup.ts'
import { failedReply, preflightOf, requestGateway } from '../../ccip/request-gateway.ts'
import { parseSignedAnswer, type SignedAnswer } from '../../ccip/signed-answer.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex } from '../../crypto/hex.ts'
import { recoverAddress } from '../../crypto/recover-address.ts'
import { responseDigest } from '../../gateway/digest.ts'
import type { ChainClient } from '../../rpc/chain-clients.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import type { AnswerFacts } from './judge-answer.ts'
import type { GatewayExchange } from './judge-gateway.ts'

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

/** Whether the contract accepts an answer, and by which key it is signed. */
export async function verifyAnswer(
  chain: ChainClient,
  { resolver, lookup, data, now }: { resolver: Address; lookup: OffchainLookup; data: Hex; now: bigint },
): Promise<AnswerFacts> {
  const answer = parseSignedAnswer(data)
  const callback = await ethCall(chain.rpc, resolver, lookup.encodeCallback(data))
  const signers = answer ? possibleSigners(chain, resolver, lookup, answer) : []
  const trusts = await Promise.all(
    signers.map(async ({ scheme, signer }) => {
      const [isTrusted] = await isTrustedSigner(chain, [{ address: resolver, signingScheme: scheme }], signer)
      return { signer, isTrusted }
    }),
  )
  const found =
    trusts.find(({ isTrusted }) => isTrusted) ?? trusts.find(({ isTrusted }) => isTrusted === false)
  return { answer, isAccepted: !callback.isReverted, signer: found?.signer, isTrusted: found?.isTrusted, now }
}

/** The signer under each digest: only the contract knows which it uses. */
export function possibleSigners(
  { id: chainId }: ChainClient,
  resolver: Address,
  { data }: OffchainLookup,
  { result, expires, signature }: SignedAnswer,
) {
  const bytes = fromHex(signature)
  const recovery = bytes[64] === 27 ? 0 : bytes[64] === 28 ? 1 : undefined
  if (size(signature) !== 65 || recovery === undefined || expires >= 2n ** 48n) return []
  const signed = {
    chainId,
    resolver,
    expires: Number(expires),
    request: fromHex(data),
    result: fromHex(result),
  }
  return (['chain-bound', 'published'] as const).flatMap((scheme) => {
    const signer = recoverAddress(responseDigest(scheme, signed), bytes.subarray(0, 64), recovery)
    return signer ? [{ scheme, signer: checksumAddress(signer) }] : []
  })
}
