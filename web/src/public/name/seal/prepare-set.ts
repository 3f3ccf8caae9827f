import { ApiError } from '../../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../../api/client.ts'
import {
  decodeSignedSet,
  encodeRecords,
  maxRecordBytes,
  type RecordSet,
  type SignedSet,
} from '../../../seals/signed-set.ts'
import { t } from '../../../text/messages.ts'
import type { Name } from '../../page-data.ts'
import type { Draft } from '../edit/draft.ts'
import { type NextRecords, nextRecords, recordsUntil, sameRecords } from './next-records.ts'

export interface PreparedSet {
  readonly name: Name
  /** What was signed last; absent: nothing that counts. */
  readonly stored?: SignedSet
  readonly next: NextRecords
}

/** What is to be signed for what is in the form. @throws ApiError; Error in words for what cannot be signed. */
export async function prepareSet(name: Name, draft: Draft): Promise<PreparedSet> {
  const stored = await readSignedSet(name)
  const next = await nextRecords(name, draft, stored)
  if (encodeRecords([...next.records, ...next.delegated]).length > maxRecordBytes)
    throw new Error(t('sealed.too-large'))
  return { name, next, ...(stored && { stored }) }
}

/** The same records again. @throws ApiError; Error in words where nothing is signed. */
export async function prepareRenewal(name: Name): Promise<PreparedSet> {
  const stored = await readSignedSet(name)
  if (!stored) throw new Error(t('sealed.nothing-signed'))
  return { name, stored, next: sameRecords(stored) }
}

async function readSignedSet({ ens, chainId }: Name): Promise<SignedSet | undefined> {
  const params = { path: { name: ens }, query: { chainId: chainIdOf(chainId) } }
  try {
    const { response } = await unwrap(api.GET('/byname/v1/names/{name}/sealed-set', { params }))
    return decodeSignedSet(response)
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundException') return undefined
    throw error
  }
}

/** The choices, in months. The service accepts two years of 366 days. */
export const lifetimes = ['1', '3', '6', '12', '24'] as const

export type Lifetime = (typeof lifetimes)[number]

export const usualLifetime: Lifetime = '12'

const lifetimeSeconds: Readonly<Record<Lifetime, number>> = {
  '1': 30 * 86_400,
  '3': 91 * 86_400,
  '6': 182 * 86_400,
  '12': 365 * 86_400,
  '24': 2 * 365 * 86_400,
}

/** In Unix seconds. */
export function endOf(lifetime: Lifetime, nowMs: number): bigint {
  return BigInt(Math.floor(nowMs / 1000) + lifetimeSeconds[lifetime])
}

/**
 * The number is the time in Unix seconds, or the next one where that is greater: so it is above those of sets that were withheld, and of
 * the seal, as far as that counts by seconds or by ones.
 */
export function toRecordSet({ stored, next }: PreparedSet, validUntil: bigint, nowMs: number): RecordSet {
  const now = BigInt(Math.floor(nowMs / 1000))
  const following = (stored?.sequence ?? 0n) + 1n
  return {
    sequence: now > following ? now : following,
    validUntil,
    records: recordsUntil(next, stored, validUntil),
  }
}
