import type { Address } from 'viem'
import { parseGatewayResponse, parseSignedResponse, toGatewayHttpRequest } from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { readAddressLookup } from '../../ccip/records.ts'
import { findNameResolver } from '../../ccip/resolver.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import type { Domain } from '../../model/domain.ts'
import { type ChainClient, chainClientOf } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { OutboundResponse, SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { possibleSigners } from '../doctor/gateway.ts'
import { listResolvers } from '../resolvers/resolvers.ts'
import { readSigningScheme } from '../resolvers/signing-scheme.ts'
import { requireDomain } from './rules.ts'

interface FindFormerGateway {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** Absent: the contract that the domain has on chain. */
  readonly resolver: Address | undefined
  /** Header of the request. */
  readonly cdnLoop: string | undefined
}

/** What can be read of the chain and of one response; null for what cannot. */
export interface FoundFormerGateway {
  /** Of the domain on chain, or the given one. */
  readonly resolver: Address | null
  /** Whether that is a contract of this service. */
  readonly isOurs: boolean
  readonly url: string | null
  readonly signer: Address | null
  readonly signingScheme: SigningScheme | null
}

/**
 * The settings of a former gateway as its contract and one of its responses show them: where the contract sends clients, and the address
 * that signs there.
 *
 * @throws AppError `EnsNotFound`, `UpstreamException`, `UpstreamTimeoutException` of the chain.
 */
export async function findFormerGateway(
  context: CoreContext,
  { caller, chainId, domain: domainName, resolver: given, cdnLoop }: FindFormerGateway,
): Promise<FoundFormerGateway> {
  const domain = await requireDomain(context, chainId, domainName)
  assertDomainAccess(caller, domain)
  const chain = chainClientOf(context.chains, domain.chainId)
  const resolver = given ?? (await findNameResolver(chain, domain.name)).resolver
  const unknown = { isOurs: false, url: null, signer: null, signingScheme: null } as const
  if (!resolver) return { ...unknown, resolver: null }
  const found = { ...unknown, resolver: checksumAddress(resolver) }
  const ours = await listResolvers(context)
  if (ours.some(({ chainId, address }) => chainId === domain.chainId && address === resolver.toLowerCase()))
    return { ...found, isOurs: true }
  const fetch = context.formerFetchFor({ key: domain.id, cdnLoop })
  return { ...found, ...(await readGateway({ chain, fetch, resolver: found.resolver }, domain)) }
}

interface Asked {
  readonly chain: ChainClient
  readonly fetch: SsrfSafeFetch
  readonly resolver: Address
}

const timeoutMs = 5_000

/** Each URL is asked for a name that does not exist and for the domain itself: gateways answer one of both at least. */
async function readGateway(
  { chain, fetch, resolver }: Asked,
  { name }: Domain,
): Promise<Partial<FoundFormerGateway>> {
  let first: string | undefined
  for (const asked of [`${newId()}.${name}`, name]) {
    const lookup = await readAddressLookup(chain, resolver, asked)
    for (const url of lookup?.urls.slice(0, maxUrls) ?? []) {
      first ??= url
      const response = lookup && (await requestOrNothing(fetch, toGatewayHttpRequest(lookup, url)))
      const data = response?.status === 200 ? parseGatewayResponse(response) : undefined
      const signed = data && parseSignedResponse(data)
      for (const { scheme, signer } of lookup && signed
        ? possibleSigners(chain, resolver, lookup, signed)
        : []) {
        const contract = { address: resolver, signingScheme: scheme }
        const [isTrusted] = await isTrustedSigner(chain, [contract], signer)
        if (!isTrusted) continue
        const signingScheme = scheme === 'merkle' ? await readOwnScheme(chain, resolver) : scheme
        return { url, signer, signingScheme }
      }
    }
  }
  return { url: first ?? null }
}

/** Only the contract tells whether it accepts siblings: a gateway responds without them, too. */
async function readOwnScheme(chain: ChainClient, resolver: Address): Promise<SigningScheme> {
  return (await readSigningScheme(chain, resolver)) === 'merkle' ? 'merkle' : 'chain-bound'
}

const maxUrls = 3

async function requestOrNothing(
  fetch: SsrfSafeFetch,
  request: ReturnType<typeof toGatewayHttpRequest>,
): Promise<OutboundResponse | undefined> {
  try {
    return await fetch({
      ...request,
      maxBytes: perNameLimits.maxGatewayResponseBytes,
      timeoutMs,
      signal: new AbortController().signal,
    })
  } catch (error) {
    if (error instanceof OutboundError) return undefined
    throw error
  }
}
