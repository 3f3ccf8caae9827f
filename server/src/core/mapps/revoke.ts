import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Revokes an mApp's permission and deletes its fields. Without a permission nothing is deleted: texts in the form of its fields
 * are the holder's.
 */
export function revokePermission(
  context: CoreContext,
  signedMessage: SignedMessage,
): Promise<SubnameDetails> {
  return changeGrants(context, {
    signedMessage,
    action: 'revoke-permission',
    change: (grants, mApp) => grants.filter((granted) => granted !== mApp),
  })
}

revokePermission.errors = changeGrants.errors
