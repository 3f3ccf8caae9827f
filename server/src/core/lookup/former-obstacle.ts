import type { Hex } from 'viem'
import { type EnsName, joinName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { FormerHolding } from '../../model/former-gateway.ts'

/** Only a signed response says that a name is not there. */
const ownerAdvice =
  'The owner of the domain decides: issue the name with overrideFormer, or import what is over there and remove the former gateway.'

/**
 * Why a label is not to be had; `undefined` when it is, also where `holder` is the one that has it there.
 */
export function formerHoldingError(
  { name: domain }: Pick<Domain, 'name'>,
  label: EnsName,
  holding: FormerHolding | undefined,
  holder?: Hex,
): AppError | undefined {
  const name = joinName(label, domain)
  if (!holding) return undefined
  if (holding.state === 'unknown')
    return new AppError(
      'ServiceUnavailableException',
      `Whether ${name} is taken at the former gateway of ${domain} is not known. ${holding.reason} ${holding.isLasting ? ownerAdvice : 'Retry later.'}`,
    )
  if (holder !== undefined && holding.holder === holder) return undefined
  return new AppError(
    'SubdomainAlreadyExistsException',
    `${name} is taken: it is held at the former gateway of ${domain}.`,
  )
}
