import type { FormerGateways } from '../../../src/core/lookup/former-gateways.ts'
import { createFormerGateways } from '../../../src/core/lookup/former-gateways.ts'
import { fromHex } from '../../../src/crypto/hex.ts'
import { parseDomain } from '../../../src/ens/names.ts'
import { responseDigest } from '../../../src/gateway/digest.ts'
import { decodeRequest, type GatewayRequest } from '../../../src/gateway/request.ts'
import { encodeResponse } from '../../../src/gateway/response.ts'
import type { FormerGateway } from '../../../src/model/former-gateway.ts'
import { createLocalSigner } from '../../../src/signing/local-signer.ts'
import type { FormerLookup } from '../../../src/store/lookup.ts'

const signer = createLocalSigner(`0x${'5f'.repeat(32)}`)
const resolver = `0x${'5e'.repeat(20)}` as const

const gateway: FormerGateway = {
  ...{ url: 'https://gateway.example/', resolver, signingScheme: 'published', importOnRead: true },
  signers: ['0x', signer.address].map((address) => address.toLowerCase() as FormerGateway['resolver']),
}

/** A domain whose names were at the gateway of `formerGatewaysOf`. */
export const former: FormerLookup = {
  ...{ key: 1, id: 'domain', name: parseDomain('demo.eth'), settings: JSON.stringify(gateway), gateway },
}

interface FormerAnswers {
  /** The result of a request, or the HTTP status of a refusal. */
  readonly answer: (request: GatewayRequest) => Uint8Array | number | Promise<Uint8Array | number>
  /** Unix seconds until which a response is valid; absent: an hour from `clock`. */
  readonly expires?: (request: GatewayRequest) => number
  readonly clock?: () => number
  readonly maxAgeMs?: number
  readonly onOutcome?: Parameters<typeof createFormerGateways>[0]['onOutcome']
}

interface AnsweringGateways extends FormerGateways {
  /** What was requested, in order. */
  readonly requests: GatewayRequest[]
}

/** Former gateways that are asked without a network: their responses are signed in this process. */
export function formerGatewaysOf({
  answer,
  clock = () => 1_800_000_000_000,
  expires = () => Math.floor(clock() / 1000) + 3600,
  maxAgeMs = 3_600_000,
  onOutcome = () => {},
}: FormerAnswers): AnsweringGateways {
  const requests: GatewayRequest[] = []
  const fetchFor =
    () =>
    async ({ body = '' }: { readonly body?: string | Uint8Array | undefined }) => {
      const callData = fromHex(JSON.parse(`${body}`).data)
      const request = decodeRequest(callData)
      requests.push(request)
      const result = await answer(request)
      if (typeof result === 'number') return { status: result, body: '{}' }
      const unsigned = { expires: expires(request), request: callData, result }
      const signature = signer.sign(responseDigest({ scheme: 'published', chainId: 1, resolver }, unsigned))
      return {
        status: 200,
        body: JSON.stringify({ data: encodeResponse(result, unsigned.expires, signature) }),
      }
    }
  return { ...createFormerGateways({ fetchFor, clock, maxAgeMs, onOutcome }), requests }
}
