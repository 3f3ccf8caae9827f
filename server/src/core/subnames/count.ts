import { countAllSubnames } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** Includes reservations, excludes blocked and deleted domains. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
