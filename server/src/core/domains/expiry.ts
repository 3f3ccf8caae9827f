import { chainOf } from '../../chain/chains.ts'
import { expiriesOf } from '../../chain/expiry.ts'
import type { Expiry } from '../../chain/expiry-of.ts'
import { normalizeName } from '../../ens/name.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'

/** When a name expires; `name` is written as it was asked for. */
export interface NameExpiry extends Expiry {
  readonly name: string
}

/**
 * Reads when names expire, in the order asked for. Left out are names that nobody ever registered and all that are not
 * second-level names of `.eth`: those have no expiry.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `ServiceUnavailableException` without a node of
 * that chain, `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function expiriesOfNames(
  context: CoreContext,
  input: { chainId: number; names: readonly string[] },
): Promise<readonly NameExpiry[]> {
  const chain = chainOf(context.chains, supportedChain(input.chainId))
  const registrable = input.names.flatMap((name) => {
    const label = /^([^.]+)\.eth$/.exec(normalizeName(name))?.[1]
    return label === undefined ? [] : [{ name, label }]
  })
  const expiries = await expiriesOf(
    chain,
    registrable.map(({ label }) => label),
  )
  return registrable.flatMap(({ name }, index) => {
    const expiry = expiries[index]
    return expiry ? [{ name, ...expiry }] : []
  })
}
