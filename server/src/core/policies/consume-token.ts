import { PolicyRefusedError } from '../../errors.ts'
import type { TokenUse } from '../../policy/request.ts'
import { tokenUsedReason } from '../../policy/rules.ts'
import { insertClaimedToken } from '../../store/entities/quotas.ts'
import type { StoreTransaction } from '../../store/tables.ts'

/** Uses up the token of a claim, in the transaction of `assertPolicyInTransaction`. */
export async function consumeToken(
  tx: StoreTransaction,
  { domain, token, ownerId }: TokenUse,
): Promise<void> {
  if (await insertClaimedToken(tx, domain, token, ownerId)) return
  throw new PolicyRefusedError(tokenUsedReason(domain.name, token.tokenId), 'token-used')
}
