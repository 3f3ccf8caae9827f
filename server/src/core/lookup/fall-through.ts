import type { GatewayRequest } from '../../gateway/request.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import type { LookupContext } from '../context.ts'
import { askAsWhole } from './ask-former.ts'
import type { FormerAnswer } from './former-gateways.ts'

interface FallThrough {
  readonly former: FormerLookup
  readonly chainId: number
  readonly request: GatewayRequest
  readonly callData: Uint8Array
  readonly client?: (() => string) | undefined
}

/**
 * The answer of the former gateway for a name that its domain does not hold. Remembers that the name is there, and issues
 * it here in the background if the domain wants that.
 *
 * @throws AppError `UpstreamException` without a valid answer: the name may exist. `ServiceUnavailableException`.
 */
export async function fallThrough(context: LookupContext, lookup: FallThrough): Promise<FormerAnswer> {
  const { former, chainId, request, callData, client } = lookup
  const { query, name } = request
  const answer = await askAsWhole(context.formerGateways, { former, chainId, query, callData })
  if (!answer.hasRecords) return answer
  const label = relativeLabel(former, name)
  context.formerNameLog.record({ domainKey: former.key, label, at: context.clock() })
  if (former.gateway.importOnRead)
    context.importQueue.add({ former, chainId, query, name, label, client: client?.() })
  return answer
}

export function relativeLabel({ name: domain }: Pick<FormerLookup, 'name'>, name: string): string {
  return name.slice(0, -(domain.length + 1))
}
