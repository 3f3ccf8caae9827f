export const tags = {
  'Subnames (v1)': 'Issue, change, read and list subnames; reservations; records of any ENS name.',
  'Subnames (v2)': 'The same operations with paths by resource. Records also have the `holder`.',
  'Second-level names': 'Domains that are onboarded here: onboarding, limits, blocks, expiry, resolver.',
  Policies: 'Which names of a domain can be claimed, by whom, and when.',
  'Off-chain resolvers': 'The resolver contracts for which this service is the gateway.',
  'Workspaces and API keys': 'Tenants and their keys.',
  'Sessions and members': 'Sign-in to the console; who may act in a workspace, and who runs the instance.',
  'Challenges (v1)': 'EIP-4361 messages to sign, and their verification.',
  'Challenges (v2)': 'EIP-4361 messages to sign, and their verification.',
  Claims: 'Names that wallets take themselves, by the policy of a domain.',
  mApps: 'Applications that write their own texts to a subname, with the permission of its holder.',
  'Primary names': 'The name that an address has chosen at this service.',
  Media: 'Images of subnames and domains.',
  Resolution: 'Names to records and addresses to names, as an ENS client resolves them.',
  Payment: 'Paid operations, prices and payment protocols.',
  Gateway: 'CCIP-Read (EIP-3668): signed responses for resolver contracts.',
  Events: 'Every change, as a log, a stream and the history of a name.',
  Webhooks: 'Events as signed requests to your servers.',
  Byname: 'Operations of this service beyond v1 and v2.',
  System: 'Links, liveness and readiness, for the operator.',
} as const

export type Tag = keyof typeof tags
