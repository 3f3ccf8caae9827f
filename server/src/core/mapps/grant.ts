import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Lets an mApp write its own texts to a subname. Deletes existing texts in the form of its fields, so that it vouches only for
 * its own. A repeated grant changes nothing.
 */
export function grantPermission(context: CoreContext, signedMessage: SignedMessage): Promise<SubnameDetails> {
  return changeGrants(context, {
    signedMessage,
    action: 'add-permission',
    change: (grants, mApp) => (grants.includes(mApp) ? grants : [...grants, mApp]),
  })
}

grantPermission.errors = changeGrants.errors
