import { type LabelLimits, parseLabel } from '../../ens/label.ts'
import { AppError } from '../../errors.ts'
import { isPolicyList, type Policy, policyFieldNames, type TokenGate } from '../../model/policy.ts'
import type { CoreContext } from '../context.ts'

/** Absent fields are unchanged; lists replace the stored ones. */
export type PolicyChanges = {
  readonly [Field in keyof Omit<Policy, 'version'>]?: Policy[Field] | undefined
}

/** Normalizes the lists (ENSIP-15) and leaves out repetitions. */
export function parsePolicyChanges(
  { chains, rules }: Pick<CoreContext, 'chains' | 'rules'>,
  changes: PolicyChanges,
): PolicyChanges {
  if (changes.tokenGate) assertServedToken(chains, changes.tokenGate)
  const parsed = policyFieldNames.filter(isPolicyList).flatMap((list) => {
    const labels = changes[list]
    return labels ? [[list, parseLabels(list, labels, rules.limits.label)] as const] : []
  })
  return { ...changes, ...Object.fromEntries(parsed) }
}

function parseLabels(list: string, labels: readonly string[], limits: LabelLimits): readonly string[] {
  const parsed = labels.map((text, index) => {
    try {
      return parseLabel(text, limits)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('InvalidNameException', `${list}[${index}]: ${error.message}`)
    }
  })
  return [...new Set(parsed)].sort()
}

function assertServedToken(
  chains: CoreContext['chains'],
  { chainId, standard, tokenId, minimum, isOncePerToken }: TokenGate,
): void {
  if (!chains.has(chainId))
    throw new AppError(
      'BadRequestException',
      `tokenGate.chainId: this service has no RPC of chain ${chainId}.`,
    )
  if ((standard === 'ERC-1155') !== (tokenId !== null))
    throw new AppError(
      'BadRequestException',
      'tokenGate.tokenId: give it for an ERC-1155 token, and null for any other.',
    )
  if (isOncePerToken && (standard !== 'ERC-721' || minimum !== '1'))
    throw new AppError(
      'BadRequestException',
      'tokenGate.isOncePerToken: is for ERC-721 tokens, with a minimum of 1.',
    )
}

/** @throws AppError `BadRequestException` for bounds that exclude each other. */
export function assertConsistent({ minLength, maxLength, opensAt, closesAt }: Policy): void {
  if (minLength > maxLength)
    throw new AppError('BadRequestException', 'minLength: is more than maxLength, so no label is allowed.')
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    throw new AppError('BadRequestException', 'closesAt: is not after opensAt, so nothing can be claimed.')
}
