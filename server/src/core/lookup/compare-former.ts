import { defaultRecordKeys, uniqueKeys } from '../../ccip/records.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label } from '../../ens/names.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { type ComparedRecord, compareRecords, compareThere, keysOf } from './compare-there.ts'
import { toFormerLookup } from './former-holding.ts'
import type { NameThere } from './read-former.ts'

interface CompareWithFormer {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** At most `maxComparedNames`. */
  readonly labels: readonly Label[]
}

export const maxComparedNames = 20

export interface ComparedName {
  readonly name: string
  /** `absent`: it is not held here, and answered by the former gateway. */
  readonly state: 'claimed' | 'reserved' | 'absent'
  /** Those that one of both has; without a response of the former gateway, those that are here. */
  readonly records: readonly ComparedRecord[]
  /** Why the former gateway has no valid response; null otherwise. */
  readonly error: string | null
}

/** One after the other; what is not asked then is not asked at all. */
const maxDurationMs = 20_000

const late = 'It was not asked: the names before took too long. Compare fewer at a time.'

/**
 * Names as the former gateway of the domain answers them, with its signature verified, and as this service does.
 *
 * @throws AppError `DomainBlockedException`; `BadRequestException` without a former gateway, `InvalidNameException`.
 */
export async function compareWithFormer(
  context: CoreContext,
  { caller, chainId, domain: domainName, labels: given }: CompareWithFormer,
): Promise<readonly ComparedName[]> {
  const domain = await requireDomain(context, chainId, domainName)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain)
  const former = toFormerLookup(domain)
  if (!former)
    throw new AppError('BadRequestException', `${domain.name} has no former gateway. Set it first.`)
  const labels = [...new Set(given)]
  const endsAt = performance.now() + maxDurationMs
  const compared: ComparedName[] = []
  for (const label of labels) {
    const name = joinName(label, domain.name)
    const subname = await findSubname(context.store.db, domain.chainId, name)
    const here = subname?.isClaimed ? subname.records : emptyRecords
    const isLate = performance.now() > endsAt
    const there = { former, chainId: domain.chainId, name }
    const records = isLate
      ? new AppError('UpstreamTimeoutException', late)
      : await compare(context, there, here)
    compared.push({
      name,
      state: stateOf(subname),
      records: records instanceof AppError ? compareRecords(null, here) : records,
      error: records instanceof AppError ? records.message : null,
    })
  }
  return compared
}

function stateOf(subname: Subname | undefined): ComparedName['state'] {
  if (!subname) return 'absent'
  return subname.isClaimed ? 'claimed' : 'reserved'
}

/** Records of a name that are compared. */
const maxKeys = 64

/** Those that are here, and common ones. */
async function compare(
  context: CoreContext,
  there: NameThere,
  here: Records,
): Promise<readonly ComparedRecord[] | AppError> {
  const keys = uniqueKeys([...keysOf(here), ...defaultRecordKeys]).slice(0, maxKeys)
  try {
    return (await compareThere(context, there, keys, here)).records
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
