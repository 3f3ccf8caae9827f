import type { GatewayCheck } from '../../ccip/check-gateways.ts'
import type { Resolver } from '../../model/resolver.ts'

type NamedResolver = Pick<Resolver, 'address' | 'chainId'>

export interface FailingGateway {
  readonly resolver: NamedResolver
  readonly gateway: GatewayCheck
}

export function resolverTitle({ address, chainId }: NamedResolver): string {
  return `The resolver ${address} on chain ${chainId}`
}

/** Of a gateway that clients get no accepted response from. */
export function gatewayAdvice(
  resolver: NamedResolver,
  { url, method, outcome, reason }: GatewayCheck,
): string {
  return `${resolverTitle(resolver)}: its gateway ${method} ${url} ${describeOutcome(outcome, reason)}.`
}

function describeOutcome(outcome: GatewayCheck['outcome'], reason: string | undefined): string {
  switch (outcome) {
    case 'refused by the contract':
      return 'returns a response that the contract rejects: it is signed by another signer, or has expired (check the clock)'
    case 'no answer':
      return `does not respond: it ${reason}`
    case 'not EIP-3668':
      return 'returns a response that does not conform to EIP-3668'
    default:
      return `answers ${outcome}`
  }
}
