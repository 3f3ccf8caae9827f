import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/names.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import type { CoreContext } from '../context.ts'
import { capacityError } from '../domains/rules.ts'
import { findSeals, type KnownSeal } from '../seals/find-seals.ts'

export interface LabelState {
  /** By which its holder alone can claim the label; absent: it is not sealed, or the name is claimed. */
  readonly seal: KnownSeal | undefined
  readonly facts: Required<Pick<PolicyFacts, 'isTaken' | 'isFull' | 'isSealed'>>
}

/**
 * What the registry and the resolver contract know of a label, as rules read it. Whatever says whether a label is to be had asks it.
 * Without an address a sealed label is another's.
 */
export async function readLabelState(
  context: CoreContext,
  { domain, resolver, label, subname }: DomainLabel,
  address?: Address,
): Promise<LabelState> {
  const name = joinName(label, domain.name)
  const isClaimed = subname?.isClaimed === true
  const seal = isClaimed ? undefined : (await findSeals(context.store.db, resolver, [name])).get(name)
  return {
    seal,
    facts: {
      // A reservation of a sealed label is its holder's, whomever it was made for.
      isTaken: subname !== undefined && seal === undefined,
      isFull: capacityError(domain, context.clock()) !== undefined,
      isSealed: seal !== undefined && (address === undefined || seal.holder !== lowerCaseHex(address)),
    },
  }
}
