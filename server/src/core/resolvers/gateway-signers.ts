import type { Address } from 'viem'
import { parseGatewayResponse, parseSignedResponse, toGatewayHttpRequest } from '../../ccip/gateway.ts'
import { perNameLimits } from '../../ccip/limits.ts'
import { readAddressLookup } from '../../ccip/records.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { createSsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { newId } from '../context.ts'
import { signerUnder } from '../doctor/gateway.ts'

/** Of each gateway: enough that each of a few instances behind a balancer gets some. */
const samples = 8

const timeoutMs = 10_000

/** Which signer each gateway of a contract uses now: an address, or what is wrong. Requests names that do not exist. */
export async function readGatewaySigners(
  chain: ChainClient,
  { address, signingScheme }: Pick<Resolver, 'address' | 'signingScheme'>,
  domain: string,
): Promise<ReadonlySet<string>> {
  const lookups = await Promise.all(
    Array.from({ length: samples }, () => readAddressLookup(chain, address, `${newId()}.${domain}`)),
  )
  const found = lookups.filter((lookup) => lookup !== undefined)
  const allowedOrigins = new Set(
    found.flatMap(({ urls }) => urls.flatMap((url) => URL.parse(url)?.origin ?? [])),
  )
  const { fetch, close } = createSsrfSafeFetch({ allowedOrigins })
  const read = async (lookup: (typeof found)[number], url: string): Promise<string> => {
    try {
      const response = await fetch({
        ...toGatewayHttpRequest(lookup, url),
        maxBytes: perNameLimits.maxGatewayResponseBytes,
        timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status !== 200) return `HTTP ${response.status} of ${url}`
      const data = parseGatewayResponse(response)
      const signed = data && parseSignedResponse(data)
      const signer = signed && signerUnder(signingScheme, chain, address as Address, lookup, signed)
      return signer ?? `no signed response of ${url}`
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return `no response of ${url}`
    }
  }
  try {
    return new Set(await Promise.all(found.flatMap((lookup) => lookup.urls.map((url) => read(lookup, url)))))
  } finally {
    await close()
  }
}
