import type { ErrorName } from '../../errors.ts'

const naming = ['UnsupportedChainException', 'InvalidNameException'] as const
const issuing = [
  ...naming,
  'InvalidRecordException',
  'DomainBlockedException',
  'EnsNotFound',
  'SubdomainAlreadyExistsException',
  'LimitReachedException',
] as const
const holding = [
  ...naming,
  'DomainBlockedException',
  'NotHolderException',
  'SubnameNotFoundException',
] as const

/** The failures of operations that both generations offer, beyond those of input and credentials. */
export const failuresOf = {
  add: issuing,
  reserve: issuing,
  update: [...holding, 'InvalidRecordException'],
  accept: [...holding, 'InvalidRecordException', 'AlreadyClaimedException'],
  reject: [...holding, 'NotReservedException', 'AlreadyClaimedException'],
  revoke: holding,
  revokeReservation: [...holding, 'AlreadyClaimedException'],
  get: [...naming, 'SubnameNotFoundException'],
  ofDomain: [...naming, 'EnsNotFound'],
} as const satisfies Record<string, readonly ErrorName[]>
