import type { Address } from 'viem'
import { readTokenBalance, readTokenOwner } from '../../chain/tokens.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { TokenGate } from '../../model/policy.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import type { CoreContext } from '../context.ts'

/**
 * Whether the address holds the minimum. Of a gate with `isOncePerToken`: whether it owns the token that the claim
 * names; without one, whether it owns any.
 */
export async function holdsToken(
  { chains }: Pick<CoreContext, 'chains'>,
  { chainId, contract, tokenId, minimum, isOncePerToken }: TokenGate,
  owner: Address,
  claimedTokenId: string | undefined,
): Promise<boolean> {
  const chain = chainClientOf(chains, chainId)
  if (isOncePerToken && claimedTokenId !== undefined)
    return (
      (await readTokenOwner(chain, { contract, tokenId: BigInt(claimedTokenId) })) === lowerCaseHex(owner)
    )
  const query = { contract, owner, tokenId: tokenId === null ? undefined : BigInt(tokenId) }
  return (await readTokenBalance(chain, query)) >= BigInt(minimum)
}
