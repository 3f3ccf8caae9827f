import { countAllSubnames } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** How many subnames there are on every chain, reservations too; those of blocked and deleted domains are not counted. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
