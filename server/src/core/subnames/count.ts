import { countAllSubnames } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** How many subnames there are on every chain, reservations too; those of blocked and deleted domains are not counted. */
export const countSubnames = (context: CoreContext): Promise<number> =>
  countAllSubnames(context.store.replica)
