import type { Policy } from './policy-fields.ts'

/** For tests. */
export const examplePolicy: Policy = {
  version: 3,
  claims: 'closed',
  opensAt: '2030-01-01T00:00:00.000Z',
  closesAt: null,
  appliesToKeys: false,
  minLength: 3,
  maxLength: 63,
  characters: 'letters-and-digits',
  reservedLabels: ['team'],
  blockedLabels: [],
  blockedParts: [],
  refuseProfanity: false,
  refuseLookalikes: true,
  namesPerWallet: null,
  waitingDays: 0,
  isAllowListed: false,
  tokenGate: null,
  needsApproval: false,
  isIndexed: true,
}
