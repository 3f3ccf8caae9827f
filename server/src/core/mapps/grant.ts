import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Lets an mApp write its own texts. Deletes existing texts in the form of its fields, so it vouches only for its own.
 * Idempotent.
 */
export function grantPermission(context: CoreContext, signedMessage: SignedMessage): Promise<SubnameDetails> {
  return changeGrants(context, {
    signedMessage,
    action: 'add-permission',
    change: (grants, mApp) => (grants.includes(mApp) ? grants : [...grants, mApp]),
  })
}
