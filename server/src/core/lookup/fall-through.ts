import { relativeLabel } from '../../store/lookup.ts'
import type { CoreContext } from '../context.ts'
import { askAsWhole } from './ask-former.ts'
import type { FallThrough, FormerResponse } from './former-gateways.ts'
import type { FormerNameLog } from './former-name-log.ts'
import type { ImportQueue } from './import-queue.ts'

interface FallThroughContext extends Pick<CoreContext, 'formerGateways' | 'clock'> {
  readonly formerNameLog: Pick<FormerNameLog, 'record'>
  readonly importQueue: Pick<ImportQueue, 'add'>
}

/**
 * The response of the former gateway for a name that its domain does not hold. Remembers that the name is there, and issues
 * it here in the background if the domain wants that.
 *
 * @throws AppError `UpstreamException` without a valid response: the name may exist. `ServiceUnavailableException`.
 */
export async function fallThrough(context: FallThroughContext, lookup: FallThrough): Promise<FormerResponse> {
  const { former, chainId, request, name, callData, client } = lookup
  const { query } = request
  const answer = await askAsWhole(context.formerGateways, { former, chainId, query, callData })
  if (!answer.hasRecords) return answer
  const label = relativeLabel(former, name)
  context.formerNameLog.record({ domainKey: former.key, label, at: context.clock() })
  if (former.gateway.importOnRead)
    context.importQueue.add({ former, chainId, query, name, label, client: client?.() })
  return answer
}
