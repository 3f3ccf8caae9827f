/** A group of operations in the document. That of one file of operations is there. */
export interface Tag {
  readonly name: string
  readonly description: string
}

export const subnamesV1Tag: Tag = {
  name: 'Subnames (v1)',
  description: 'Issue, change, read and list subnames; reservations; records of any ENS name.',
}

export const subnamesV2Tag: Tag = {
  name: 'Subnames (v2)',
  description: 'The same operations with paths by resource. Records also have the `holder`.',
}

export const secondLevelNamesTag: Tag = {
  name: 'Second-level names',
  description: 'Domains that are onboarded here: onboarding, limits, blocks, expiry, resolver.',
}

export const workspacesAndKeysTag: Tag = {
  name: 'Workspaces and API keys',
  description: 'Tenants and their keys.',
}

export const sessionsAndMembersTag: Tag = {
  name: 'Sessions and members',
  description: 'Sign-in to the console; who may act in a workspace, and who runs the instance.',
}

export const mediaTag: Tag = { name: 'Media', description: 'Images of subnames and domains.' }

export const resolutionTag: Tag = {
  name: 'Resolution',
  description: 'Names to records and addresses to names, as an ENS client resolves them.',
}

export const paymentTag: Tag = {
  name: 'Payment',
  description: 'Paid operations, prices and payment protocols.',
}

export const bynameTag: Tag = { name: 'Byname', description: 'Operations of this service beyond v1 and v2.' }

export const systemTag: Tag = {
  name: 'System',
  description: 'Links, liveness and readiness, for the operator.',
}

export const claimsTag: Tag = {
  name: 'Claims',
  description: 'Names that wallets take themselves, by the policy of a domain.',
}
