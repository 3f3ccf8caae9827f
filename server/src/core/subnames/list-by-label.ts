import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import {
  countNamesByLabel,
  type LabelFilter,
  type LabelPage,
  type NarrowedFilter,
  narrow,
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

interface CountedList extends SubnameDetailsList {
  /** Of all pages. */
  readonly totalItems: number
}

/**
 * Claimed names in the order of their labels, by offset: a page shifts while names before it are added or removed.
 * @throws AppError `BadRequestException` for an offset too far, or a condition that too many names have to be compared with.
 */
export async function listNamesByLabel(
  context: CoreContext,
  query: NamesByLabelQuery,
  page: LabelPage,
): Promise<SubnameDetailsList> {
  return readPage(context, query, await narrow(context.store.replica, query), page)
}

/** As `listNamesByLabel`, with the number of names of all pages. */
export async function listNamesByLabelCounted(
  context: CoreContext,
  query: NamesByLabelQuery,
  page: LabelPage,
): Promise<CountedList> {
  const narrowed = await narrow(context.store.replica, query)
  const found = await readPage(context, query, narrowed, page)
  const totalItems = await countNamesByLabel(context.store.replica, narrowed)
  if (totalItems === undefined) throw tooManyError()
  return { ...found, totalItems }
}

async function readPage(
  context: CoreContext,
  query: NamesByLabelQuery,
  narrowed: NarrowedFilter,
  page: LabelPage,
): Promise<SubnameDetailsList> {
  assertFewPassed(page.offset, maxPassedNames)
  const { items, isTruncated, isCut } = await selectNamesByLabel(context.store.replica, narrowed, page)
  if (isCut) throw tooManyError()
  return { items: await withDetailsOfEach(context, query, items), isTruncated }
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

/**
 * Names that have all of these texts, in the order of their labels. The database compares them; only names that may have them are
 * decoded, a few at a time.
 * @throws AppError `BadRequestException` for more names, or larger ones, than such a search reads.
 */
export async function searchNamesByTexts(
  context: CoreContext,
  query: NamesByLabelQuery,
  { texts, offset, limit }: LabelPage & { readonly texts: TextPairs },
): Promise<CountedList> {
  const db = context.store.replica
  const narrowed = await narrow(db, query)
  const { names, bytes } = await sizeOfNames(db, narrowed, maxScannedNames)
  if (names > maxScannedNames)
    throw new AppError(
      'BadRequestException',
      `These parents have more than ${maxScannedNames} subnames: they cannot be searched by texts.`,
    )
  if (bytes > maxScannedBytes) throw tooLargeError()
  const keys = await selectKeysByTexts(db, narrowed, texts)
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
