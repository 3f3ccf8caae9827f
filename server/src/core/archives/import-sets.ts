import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { findSealedSet } from '../../store/entities/seals.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { storeSealedSet } from '../seals/store-set.ts'
import type { ImportedName, ImportNames, ImportResult } from './import.ts'

/** Of one part: the chain is read for each. A repeated import goes on with the others. */
const maxSets = 100

/**
 * Takes over what holders of sealed names have signed, each as if it had been sent by itself: the resolver here has to accept it. A set
 * that is here already is left alone. What is not taken over is a sentence in the result.
 */
export async function importSets(
  context: CoreContext,
  input: Pick<ImportNames, 'chainId' | 'domain' | 'names' | 'isDryRun'>,
  results: readonly ImportResult[],
): Promise<readonly ImportResult[]> {
  if (input.isDryRun || input.names.every(({ sealedSet }) => sealedSet === undefined)) return results
  let left = maxSets
  const after: ImportResult[] = []
  for (const [index, result] of results.entries()) {
    const set = input.names[index]?.sealedSet
    if (set === undefined || !mayTake(result)) {
      after.push(result)
      continue
    }
    const outcome = await takeSet(context, input, { result, set, left })
    if (outcome !== 'present') left--
    after.push(withOutcome(result, outcome))
  }
  return after
}

/** A sealed name with other records is refused, and changed by its set. */
function mayTake({ normalized, outcome }: ImportResult): boolean {
  if (normalized === null) return false
  return outcome instanceof AppError ? outcome.name === 'SealedNameException' : outcome !== 'kept'
}

interface TakenSet {
  readonly result: ImportResult
  readonly set: NonNullable<ImportedName['sealedSet']>
  readonly left: number
}

async function takeSet(
  context: CoreContext,
  { chainId, domain }: Pick<ImportNames, 'chainId' | 'domain'>,
  { result: { normalized }, set, left }: TakenSet,
): Promise<'taken' | 'present' | AppError> {
  if (normalized === null) return 'present'
  const name = joinName(normalized, domain)
  const subname = await findSubname(context.store.db, chainId, name)
  const stored = subname && (await findSealedSet(context.store.db, subname))
  if (stored?.response === lowerCaseHex(set)) return 'present'
  if (left <= 0)
    return new AppError('LimitReachedException', `A part has at most ${maxSets} of them. Import again.`)
  const outcome = await settleAppError(() => storeSealedSet(context, { chainId, name, response: set }))
  return outcome instanceof AppError ? outcome : 'taken'
}

function withOutcome(result: ImportResult, outcome: 'taken' | 'present' | AppError): ImportResult {
  if (outcome instanceof AppError)
    return {
      ...result,
      notes: [...result.notes, `What its holder has signed is not taken over. ${outcome.message}`],
    }
  if (!(result.outcome instanceof AppError)) return result
  return { ...result, outcome: outcome === 'taken' ? 'changed' : 'unchanged' }
}
