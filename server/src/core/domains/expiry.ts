import { readExpiries } from '../../chain/expiry.ts'
import type { Expiry } from '../../chain/expiry-of.ts'
import { normalizeName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/** `name` is as in the request. */
export interface NameExpiry extends Expiry {
  readonly name: string
}

/**
 * Returns expiries in the requested order. Omits names that were never registered, are not second-level `.eth` names,
 * or have no normal form (ENSIP-15).
 */
export async function getNameExpiries(
  context: CoreContext,
  input: { chainId: number; names: readonly string[] },
): Promise<readonly NameExpiry[]> {
  const chain = chainClientOf(context.chains, requireSupportedChain(input.chainId))
  const registrable = input.names.flatMap((name) => {
    const label = secondLevelLabel(name)
    return label === undefined ? [] : [{ name, label }]
  })
  const expiries = await readExpiries(
    chain,
    registrable.map(({ label }) => label),
  )
  return registrable.flatMap(({ name }, index) => {
    const expiry = expiries[index]
    return expiry ? [{ name, ...expiry }] : []
  })
}

function secondLevelLabel(text: string): string | undefined {
  try {
    return /^([^.]+)\.eth$/.exec(normalizeName(text))?.[1]
  } catch (error) {
    if (error instanceof AppError && error.name === 'InvalidNameException') return undefined
    throw error
  }
}
