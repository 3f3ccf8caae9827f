import type { SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { changeGrants } from './change-grants.ts'

/**
 * Lets an mApp write texts of its own to a subname. Texts that look like its fields already are deleted, so that it
 * vouches for nothing that others wrote. A grant that is in force stays as it is, fields and all.
 */
export function grantPermission(context: CoreContext, signedMessage: SignedMessage): Promise<SubnameDetails> {
  return changeGrants(context, {
    signedMessage,
    action: 'add-permission',
    change: (grants, mApp) => (grants.includes(mApp) ? grants : [...grants, mApp]),
  })
}

grantPermission.errors = changeGrants.errors
