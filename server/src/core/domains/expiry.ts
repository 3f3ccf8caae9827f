import { readExpiries } from '../../chain/expiry.ts'
import type { Expiry } from '../../chain/expiry-of.ts'
import { normalizeName } from '../../ens/name.ts'
import { AppError, type ErrorName, upstreamErrors } from '../../errors.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

/** When a name expires; `name` is as in the request. */
export interface NameExpiry extends Expiry {
  readonly name: string
}

/**
 * Reads when names expire, in the requested order. Omits names without an expiry: those that were never registered, those that
 * are not second-level names of `.eth`, and those without a normal form (ENSIP-15), which cannot be registered.
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

/** The normalized label of a second-level name of `.eth`; `undefined` for every other text. */
function secondLevelLabel(text: string): string | undefined {
  try {
    return /^([^.]+)\.eth$/.exec(normalizeName(text))?.[1]
  } catch (error) {
    if (error instanceof AppError && error.name === 'InvalidNameException') return undefined
    throw error
  }
}

getNameExpiries.errors = [
  ...requireSupportedChain.errors,
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
