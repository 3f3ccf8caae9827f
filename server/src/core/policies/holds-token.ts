import type { Address } from 'viem'
import { readTokenBalance } from '../../chain/token-balance.ts'
import { type ErrorName, upstreamErrors } from '../../errors.ts'
import type { TokenGate } from '../../model/policy.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'

/** Whether the address holds the minimum. */
export async function holdsToken(
  { chains }: Pick<CoreContext, 'chains'>,
  { chainId, contract, tokenId, minimum }: TokenGate,
  owner: Address,
): Promise<boolean> {
  const query = { contract, owner, tokenId: tokenId === null ? undefined : BigInt(tokenId) }
  return (await readTokenBalance(chainClientOf(chains, chainId), query)) >= BigInt(minimum)
}

holdsToken.errors = upstreamErrors satisfies readonly ErrorName[]
