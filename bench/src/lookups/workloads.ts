import type { SigningScheme } from '../../../server/src/gateway/digest.ts'
import { profileAt, resolverId, userAt } from '../databases/zone.ts'
import type { Questions } from '../load/load.ts'
import { verifyAnswer } from './answer.ts'
import { askAddress, askProfile } from './questions.ts'
import { prepareRequests, questionAt, type Workload } from './workload.ts'

const path = `/ccip/${resolverId}`

/** More names than this are not prepared; they are as many of the larger database, evenly spread. */
const maxNames = 20_000

/** Eight names over and over, by GET. */
export const repeatWorkload: Workload = {
  names: Array.from({ length: 8 }, (_, number) => userAt(number)),
  ask: askAddress,
  passes: 'equal',
  method: 'GET',
  path,
}

/** Names of a database of so many users, no request twice, by POST: another gateway knows no other form. */
export const distinctWorkload = (size: number, at: string = path): Workload => {
  const length = Math.min(size, maxNames)
  return {
    names: Array.from({ length }, (_, number) => userAt(Math.floor((number * size) / length))),
    ask: askAddress,
    passes: 'distinct',
    method: 'POST',
    path: at,
  }
}

/** All 30 records of a name at once, no request twice, by POST. */
export const profileWorkload: Workload = {
  names: Array.from({ length: 250 }, (_, number) => profileAt(number)),
  ask: askProfile,
  passes: 'distinct',
  method: 'POST',
  path,
}

/** A workload as requests, with answers verified against the zone and the signer. */
export const questionsOf = (workload: Workload, scheme: SigningScheme = 'chain-bound'): Questions => ({
  requestOf: prepareRequests(workload),
  verify: (body, index) => verifyAnswer(body, questionAt(workload, index), scheme),
})
