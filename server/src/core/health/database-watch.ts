import { setTimeout as delay } from 'node:timers/promises'
import { describeDatabaseError } from '../../store/describe-error.ts'
import { listChainsWithVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { lookUpAnyName, undefinedIfLate } from './checks.ts'

/** `primary`: lookups are answered. `replica`: only reads succeed, from a replica. `none`: no lookup can be read. */
export type DatabaseState = 'primary' | 'replica' | 'none'

/** From a reading that is worse than the state before to the next one. */
const confirmMs = 500

/** The server writes a part of it. */
const maxProblemLength = 500

type DatabaseContext = Pick<CoreContext, 'store'>

/**
 * Judges the database by what still works: lookups, on their connection, then reads of the primary, on one that waits behind no
 * writer. A state that is worse than before counts if a second reading has it.
 */
export function createDatabaseWatch({ store }: DatabaseContext): {
  readonly read: () => Promise<DatabaseState>
  /** Why no lookup could be read at the last reading; undefined: it did not respond, or one was read. */
  readonly problem: () => string | undefined
} {
  let problem: string | undefined
  let state: DatabaseState = 'primary'

  const readNow = async (): Promise<DatabaseState> => {
    let found: string | undefined
    const lookedUp = lookUpAnyName(store).then(
      () => true,
      (error: unknown) => {
        found = describeDatabaseError(error).slice(0, maxProblemLength)
        return undefined
      },
    )
    const [canLookUp, hasPrimary] = await Promise.all([
      undefinedIfLate(lookedUp),
      undefinedIfLate(store.pingHealth().then(() => true)),
    ])
    problem = found
    if (!canLookUp) return 'none'
    return hasPrimary || store.replicaStates().length === 0 ? 'primary' : 'replica'
  }
  const read = async (): Promise<DatabaseState> => {
    const found = await readNow()
    if (found === 'primary' || found === state) {
      state = found
      return state
    }
    await delay(confirmMs)
    state = await readNow()
    return state
  }
  return { read, problem: () => problem }
}

/** Undefined if nothing can read them. */
export async function readServedChains({ store }: DatabaseContext): Promise<readonly number[] | undefined> {
  const ofPrimary = await undefinedIfLate(listChainsWithVisibleDomains(store.health))
  return ofPrimary ?? undefinedIfLate(listChainsWithVisibleDomains(store.read))
}
