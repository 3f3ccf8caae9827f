import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import {
  countNamesByLabel,
  type LabelFilter,
  selectKeysByTexts,
  selectNamesByLabel,
  sizeOfNames,
  type TextPairs,
} from '../../store/listing/by-label.ts'
import { maxPassedNames } from '../../store/listing/filter.ts'
import { readSubnames } from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import { assertFewPassed } from '../page.ts'
import { type SubnameDetailsList, withDetailsOfEach } from './list.ts'

export interface NamesByLabelQuery extends LabelFilter {
  readonly chainId: ChainId
}

/**
 * Claimed names in the order of their labels, by offset: a page shifts while names before it are added or removed.
 * @throws AppError `BadRequestException` for an offset too far, or a condition that too many names have to be compared with.
 */
export async function listNamesByLabel(
  context: CoreContext,
  query: NamesByLabelQuery,
  page: { readonly offset: number; readonly limit: number },
): Promise<SubnameDetailsList> {
  assertFewPassed(page.offset, maxPassedNames)
  const { items, isTruncated, isCut } = await selectNamesByLabel(context.store.replica, query, page)
  if (isCut) throw tooManyError()
  return { items: await withDetailsOfEach(context, query, items), isTruncated }
}

/** Of all pages of `listNamesByLabel`. @throws AppError as it does. */
export async function countNamesOfListing(context: CoreContext, query: NamesByLabelQuery): Promise<number> {
  const count = await countNamesByLabel(context.store.replica, query)
  if (count === undefined) throw tooManyError()
  return count
}

function tooManyError(): AppError {
  return new AppError(
    'BadRequestException',
    'Too many names have to be compared: ask for a longer part of the label, of three characters or more, or for fewer domains.',
  )
}

/** No index has texts: a search by them reads all names, as far as these bounds go. */
const maxScannedNames = 2000
const maxScannedBytes = 33_554_432
const maxDecodedBytes = 8_388_608

/** Names that are decoded without a pause. */
const decodedAtOnce = 16

interface FoundByTexts extends SubnameDetailsList {
  readonly totalItems: number
}

/**
 * Names that have all of these texts, in the order of their labels. The database compares them; only names that may have them are
 * decoded, a few at a time.
 * @throws AppError `BadRequestException` for more names, or larger ones, than such a search reads.
 */
export async function searchNamesByTexts(
  context: CoreContext,
  query: NamesByLabelQuery,
  { texts, offset, limit }: { readonly texts: TextPairs; readonly offset: number; readonly limit: number },
): Promise<FoundByTexts> {
  const db = context.store.replica
  const { names, bytes } = await sizeOfNames(db, query, maxScannedNames)
  if (names > maxScannedNames)
    throw new AppError(
      'BadRequestException',
      `These parents have more than ${maxScannedNames} subnames: they cannot be searched by texts.`,
    )
  if (bytes > maxScannedBytes) throw tooLargeError()
  const keys = await selectKeysByTexts(db, query, texts)
  const found: SubnameDetailsList['items'][number]['subname'][] = []
  let totalItems = 0
  let decoded = 0
  for (let start = 0; start < keys.length; start += decodedAtOnce) {
    const { items } = await readSubnames(db, keys.slice(start, start + decodedAtOnce))
    for (const subname of items) {
      const stored = new Map(subname.records.texts.map(({ key, value }) => [key, value]))
      decoded += subname.records.texts.reduce((sum, { value }) => sum + value.length, 0)
      if (!texts.every(({ key, value }) => stored.get(key) === value)) continue
      totalItems += 1
      if (totalItems > offset && found.length < limit) found.push(subname)
    }
    if (decoded > maxDecodedBytes) throw tooLargeError()
    await nextTurn()
  }
  return { items: await withDetailsOfEach(context, query, found), isTruncated: false, totalItems }
}

function tooLargeError(): AppError {
  return new AppError(
    'BadRequestException',
    'The records of these subnames are too large: they cannot be searched by texts.',
  )
}
