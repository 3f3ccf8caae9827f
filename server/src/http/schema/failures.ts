import type { ErrorName } from '../../errors.ts'
import { credentialErrors } from '../credentials.ts'

const naming = ['UnsupportedChainException', 'InvalidNameException'] as const
const issuing = [
  ...naming,
  'InvalidRecordException',
  'DomainBlockedException',
  'SubscriptionLapsedException',
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

const upstream = ['UpstreamException', 'UpstreamTimeoutException', 'ServiceUnavailableException'] as const

/** The failures of operations that both generations offer, beyond those of input and credentials. */
export const failuresOf = {
  add: issuing,
  reserve: issuing,
  update: [...holding, 'InvalidRecordException'],
  accept: [...holding, 'InvalidRecordException', 'AlreadyClaimedException'],
  reject: [...holding, 'NotReservedException', 'AlreadyClaimedException'],
  revoke: [...holding, 'AlreadyClaimedException'],
  upload: holding,
  revokeAsAdmin: [...naming, 'SubnameNotFoundException', 'AlreadyClaimedException'],
  get: [...naming, 'SubnameNotFoundException'],
  ofDomain: [...naming, 'EnsNotFound'],
  ofAddress: [...naming, 'InvalidRecordException'],
  list: [...naming, 'InvalidRecordException', 'ScopeRequiredException'],
  changeDomain: ['EnsNotFound', 'DomainBlockedException'],
  verifyMessage: ['UnsupportedChainException', ...upstream],
  requestMAppChallenge: [
    ...naming,
    'DomainBlockedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
  ],
  changeGrants: [...holding, ...credentialErrors.signature, 'InvalidRecordException'],
  appendFields: [...holding, 'InvalidRecordException', 'ForbiddenException'],
  checkResolver: ['InvalidNameException', 'OffchainResolverNotFoundException', ...upstream],
  expiry: ['UnsupportedChainException', ...upstream],
  reverse: ['UnsupportedChainException', 'RpcUrlRejectedException', 'EnsNotFound', ...upstream],
  resolve: [...naming, 'RpcUrlRejectedException', 'EnsNotFound', 'PaymentUnconfirmed', ...upstream],
  readName: [...naming, 'RpcUrlRejectedException', 'EnsNotFound', ...upstream],
  setPrimaryName: [...naming, 'NotHolderException'],
  getPrimaryName: ['UnsupportedChainException', 'PrimaryNameNotFoundException', ...upstream],
} as const satisfies Record<string, readonly ErrorName[]>
