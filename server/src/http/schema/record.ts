import { zeroAddress } from 'viem'
import { z } from 'zod'
import type { DomainWithLatestSubname } from '../../core/domains/list-with-subnames.ts'
import type { readName } from '../../core/resolution/read-name.ts'
import type { SubnameDetailsList } from '../../core/subnames/details-of-subnames.ts'
import type { SubnameDetails } from '../../core/subnames/subname-details.ts'
import { subnameEtag } from '../../core/subnames/subname-etag.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { withEthAddress } from '../../ens/records.ts'
import { answer, withEtag } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { isTruncated, truncationFlag } from './page.ts'
import { domainName } from './primitives.ts'
import { records, serializeRecords } from './records.ts'

export const subnameRecord = z
  .object({
    ens: z.string().meta({ description: 'The name, normalized (ENSIP-15).', example: 'alice.demo.eth' }),
    isClaimed: z.boolean().meta({ description: 'False for a reservation, which resolves to nothing.' }),
    claimedAt: z.iso.datetime().nullable().meta({
      description: 'When it was claimed; null for a reservation.',
      example: '2030-01-01T00:00:00.000Z',
    }),
    isJAN: z.boolean().meta({ description: "Whether the name's resolver on chain is this service's." }),
    records,
  })
  .meta({ id: 'Subname', description: 'A subname and its records.' })

export type WireRecord = z.output<typeof subnameRecord>

/** In v2, and below /byname. */
export const recordWithHolder = subnameRecord
  .extend({
    holder: z
      .string()
      .nullable()
      .meta({
        description:
          'The address that it belongs to, EIP-55; of a reservation, the address that may accept it. The ' +
          'address of coin type 60 may also sign for a claimed name. Null for a name without a holder.',
        example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      }),
  })
  .meta({ id: 'HeldSubname', description: 'A subname, its records and its holder.' })

export type WireRecordWithHolder = z.output<typeof recordWithHolder>

export const onchainRecord = subnameRecord
  .omit({ isClaimed: true, claimedAt: true })
  .meta({ id: 'ReadName', description: 'A name without a resolver has the zero address as its resolver.' })

export type WireOnchainRecord = z.output<typeof onchainRecord>

/** In v1. */
export function serializeRecord({ subname, domain, resolver }: SubnameDetails): WireRecord {
  return {
    ens: subname.name,
    isClaimed: subname.isClaimed,
    claimedAt: toIsoTime(subname.claimedAt),
    isJAN: domain.onchainResolver === resolver.address,
    records: serializeRecords(resolver.address, subname.records),
  }
}

/** In v2, and below /byname. The zero address as a holder is null. */
export function serializeRecordWithHolder(details: SubnameDetails): WireRecordWithHolder {
  return {
    ...serializeRecord(details),
    holder: details.subname.holder === zeroAddress ? null : checksumAddress(details.subname.holder),
  }
}

/** A domain without subnames: clients fail on an entry without a record. */
function serializeDomainAsRecord(
  { name, onchainResolver, records }: SubnameDetails['domain'],
  { address }: SubnameDetails['resolver'],
): WireRecord {
  return {
    ens: name,
    isClaimed: false,
    claimedAt: null,
    isJAN: onchainResolver === address,
    records: serializeRecords(address, withEthAddress(records)),
  }
}

/** Only a name without a resolver has the zero address as its resolver. */
export function serializeOnchainRecord({
  name,
  resolver,
  isServedByUs,
  records,
}: Awaited<ReturnType<typeof readName>>): WireOnchainRecord {
  return {
    ens: name,
    isJAN: isServedByUs,
    records: serializeRecords(resolver ?? zeroAddress, records),
  }
}

/** The last state: what does not exist has no entity tag. */
export const removedSubnameAnswer = answer(subnameRecord, serializeRecord)
export const removedSubnameWithHolderAnswer = answer(recordWithHolder, serializeRecordWithHolder)
export const subnameAnswer = withEtag(removedSubnameAnswer, subnameEtag)
export const subnameWithHolderAnswer = withEtag(removedSubnameWithHolderAnswer, subnameEtag)
export const onchainNameAnswer = answer(onchainRecord, serializeOnchainRecord)

export const subnameListAnswer = answer(
  z.object({ subnames: z.array(subnameRecord).meta({ description: 'The subnames.' }), isTruncated }),
  (found: SubnameDetailsList) => ({
    subnames: found.items.map(serializeRecord),
    ...truncationFlag(found),
  }),
)

export const domainWithSubnameAnswer = answer(
  z.object({
    ensDomain: domainName,
    subnameCount: z.number().int().meta({ description: 'The number of its subnames.', example: 1024 }),
    ensSubname: subnameRecord.meta({
      description: 'The newest subname; the domain itself without one.',
    }),
  }),
  ({ domain, resolver, latestSubname: subname }: DomainWithLatestSubname) => ({
    ensDomain: domain.name,
    subnameCount: domain.subnameCount,
    ensSubname: subname
      ? serializeRecord({ subname, domain, resolver })
      : serializeDomainAsRecord(domain, resolver),
  }),
)
