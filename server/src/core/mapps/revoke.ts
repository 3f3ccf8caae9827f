import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Takes an mApp's permission back and deletes its fields. Of an mApp without permission nothing is deleted: what looks
 * like its fields is the holder's.
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
