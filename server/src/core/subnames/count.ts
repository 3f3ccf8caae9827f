import { countAllSubnames } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** The number of subnames on every chain, including reservations, without those of blocked and deleted domains. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
