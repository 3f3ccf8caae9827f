import type { GatewayRequest } from '../../gateway/request.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { askAsWhole } from './ask-former.ts'
import type { FormerAnswer } from './former-gateways.ts'
import { importSoon } from './import-on-read.ts'

interface FallThrough {
  readonly former: FormerLookup
  readonly chainId: number
  readonly request: GatewayRequest
  readonly callData: Uint8Array
}

/**
 * The answer of the former gateway for a name that its domain does not hold. Remembers that the name is there, and issues
 * it here in the background if the domain wants that.
 *
 * @throws AppError `UpstreamException` without a valid answer: the name may exist. `ServiceUnavailableException`.
 */
export async function fallThrough(context: CoreContext, lookup: FallThrough): Promise<FormerAnswer> {
  const { former, chainId, request, callData } = lookup
  const { query, name } = request
  const answer = await askAsWhole(context.formerGateways, { former, chainId, query, callData })
  if (!answer.hasRecords) return answer
  const label = relativeLabel(former, name)
  context.formerNameLog.record({ domainKey: former.key, label, at: context.clock() })
  if (former.gateway.importOnRead) importSoon(context, { former, chainId, query, name, label })
  return answer
}

export function relativeLabel({ name: domain }: Pick<FormerLookup, 'name'>, name: string): string {
  return name.slice(0, -(domain.length + 1))
}
