import type { SigningScheme } from '../../../server/src/gateway/digest.ts'
import { profileAt, resolverId, userAt } from '../databases/zone.ts'
import type { RequestSource } from '../load/load.ts'
import { addressLookup, profileLookup } from './expected-lookup.ts'
import { verifyResponse } from './verify-response.ts'
import { lookupAt, prepareRequests, type Workload } from './workload.ts'

const path = `/ccip/${resolverId}`

/** More names than this are not prepared unless a bench asks for more. */
export const maxNames = 20_000

/** Eight names repeatedly, by GET. */
export const repeatWorkload: Workload = {
  names: Array.from({ length: 8 }, (_, number) => userAt(number)),
  lookupOf: addressLookup,
  repetition: 'equal',
  method: 'GET',
  path,
}

interface DistinctOptions {
  readonly path?: string
  /** More names than this are a sample of the database, evenly spaced. */
  readonly sampled?: number
}

/** Names of a database of this many users, no request repeated, by POST: another gateway supports no other form. */
export function distinctWorkload(
  size: number,
  { path: at = path, sampled = maxNames }: DistinctOptions = {},
): Workload {
  const length = Math.min(size, sampled)
  return {
    names: Array.from({ length }, (_, number) => userAt(Math.floor((number * size) / length))),
    lookupOf: addressLookup,
    repetition: 'distinct',
    method: 'POST',
    path: at,
  }
}

/** Names of which so many are asked for that a load ends before one is asked for twice, spread over a database of this many users. */
export function onceWorkload(size: number): Workload {
  return distinctWorkload(size, { sampled: 200_000 })
}

/** All 30 records of a name at once, no request repeated, by POST. */
export const profileWorkload: Workload = {
  names: Array.from({ length: 250 }, (_, number) => profileAt(number)),
  lookupOf: profileLookup,
  repetition: 'distinct',
  method: 'POST',
  path,
}

/** A workload as requests, with responses verified against the zone and the signer. */
export function requestSourceOf(workload: Workload, scheme: SigningScheme = 'merkle'): RequestSource {
  return {
    requestOf: prepareRequests(workload),
    verify: (body, index) => verifyResponse(body, lookupAt(workload, index), scheme),
  }
}
