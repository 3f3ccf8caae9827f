import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/** Deletes the mApp's fields. Without a permission, texts in that form are the holder's and stay. */
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
