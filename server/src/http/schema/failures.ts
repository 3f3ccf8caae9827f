import type { ErrorName } from '../../errors.ts'

/** The failures of the operations that both generations offer, beyond those of input and credentials. */
const naming = ['UnsupportedChainException', 'InvalidNameException'] as const
const records = ['InvalidRecordException', 'DomainBlockedException'] as const

export const failuresOf = {
  add: [...naming, ...records, 'EnsNotFound', 'SubdomainAlreadyExistsException', 'LimitReachedException'],
  update: [...naming, ...records, 'NotHolderException', 'SubnameNotFoundException'],
  revoke: [...naming, 'DomainBlockedException', 'NotHolderException', 'SubnameNotFoundException'],
  get: [...naming, 'SubnameNotFoundException'],
  ofDomain: [...naming, 'EnsNotFound'],
} as const satisfies Record<string, readonly ErrorName[]>
