import { sql } from 'kysely'
import type { Queryable } from '../tables.ts'
import { endOfWindow, type KeysetScan, type NameListing } from './keyset-scan.ts'
import { subnameCountOf } from './paging.ts'
import { rankedScans } from './ranked-scans.ts'

export interface NameCount {
  readonly count: number
  /** False if there may be more. */
  readonly isExact: boolean
}

/** Matches are counted up to this. */
const maxCount = 10_000

/** A count scans this many times the names of a page. */
const countWindows = 5

/**
 * Whole domains use their stored counts. `undefined` for names that have a text, because the database matches some
 * others too.
 */
export async function countNames(db: Queryable, listing: NameListing): Promise<NameCount | undefined> {
  const { domain, search, has } = listing
  const scans = rankedScans({ ...listing, order: 'oldest' })
  if (search === undefined && has === undefined)
    return { count: scans.length === 0 ? 0 : subnameCountOf(domain, listing), isExact: true }
  if (has?.kind === 'text') return undefined
  let count = 0
  let isExact = true
  for (const { open } of scans) {
    const part = await countScan(db, await open(db, maxCount), maxCount + 1 - count)
    count += part.count
    isExact &&= part.isExact
    if (count > maxCount) return { count: maxCount, isExact: false }
  }
  return { count, isExact }
}

async function countScan(db: Queryable, { select, window }: KeysetScan, limit: number): Promise<NameCount> {
  const maxRows = countWindows * (window?.maxRows ?? 0)
  const end = window && (await endOfWindow(db, window, undefined, maxRows))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${select({ after: undefined, end, limit, maxRows })}) as matching
  `.execute(db)
  return { count: rows[0]?.count ?? 0, isExact: end === undefined }
}
