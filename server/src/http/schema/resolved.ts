import { z } from 'zod'
import type { ResolvedName } from '../../core/resolution/resolve-names.ts'
import { toIsoTime } from './iso-time.ts'
import { serializeOnchainRecord, subnameRecord } from './record.ts'
import { exampleRecords } from './records.ts'

const example = {
  ens: 'alice.demo.eth',
  isClaimed: true,
  claimedAt: '2030-01-01T00:00:00.000Z',
  isJAN: true,
  viaUniversalResolver: true as const,
  records: exampleRecords,
}

const resolvedName = subnameRecord
  .extend({
    claimedAt: subnameRecord.shape.claimedAt
      .optional()
      .meta({ description: 'Null for a reservation, absent for a name that is not issued here.' }),
    viaUniversalResolver: z
      .literal(true)
      .meta({ description: 'The name was read through the Universal Resolver.' }),
  })
  .meta({
    id: 'ResolvedName',
    description: 'An unregistered name has no records and the zero address as its resolver.',
    example,
  })

/** One name as an object, several as a list with null for failures. */
export const resolvedData = z.union([
  resolvedName,
  z.array(resolvedName.nullable()).meta({ example: [example, null] }),
])

export function serializeResolved(names: readonly (ResolvedName | null)[]): z.output<typeof resolvedData> {
  const [first, ...rest] = names
  return first && rest.length === 0
    ? serializeResolvedName(first)
    : names.map((name) => name && serializeResolvedName(name))
}

function serializeResolvedName({
  isClaimed,
  claimedAt,
  ...result
}: ResolvedName): z.output<typeof resolvedName> {
  return {
    ...serializeOnchainRecord(result),
    isClaimed,
    ...(claimedAt !== undefined && { claimedAt: toIsoTime(claimedAt) }),
    viaUniversalResolver: true,
  }
}
