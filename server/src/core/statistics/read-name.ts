import type { Subname } from '../../model/subname.ts'
import { findLastLookup } from '../../store/entities/lookup-statistics.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { hourMs } from './hours.ts'

export interface ReadNameStatistics {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
}

export interface NameStatistics {
  readonly subname: Subname
  /** Start of the hour, in milliseconds since 1970; `null`: none since the name was issued. */
  readonly lastLookup: number | null
}

export async function readNameStatistics(
  context: CoreContext,
  { caller, chainId, name }: ReadNameStatistics,
): Promise<NameStatistics> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertDomainAccess(caller, domain)
  const { replica } = context.store
  const hour = await findLastLookup(replica, { domainKey: domain.key, label: subname.label })
  return { subname, lastLookup: hour === undefined ? null : hour * hourMs }
}
