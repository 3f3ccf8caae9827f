import type { ErrorName } from '../../errors.ts'
import { authErrors } from '../auth.ts'

const nameErrors = ['UnsupportedChainException', 'InvalidNameException'] as const
const createErrors = [
  ...nameErrors,
  'InvalidRecordException',
  'DomainBlockedException',
  'SubscriptionLapsedException',
  'EnsNotFound',
  'SubdomainAlreadyExistsException',
  'LimitReachedException',
] as const
const holderErrors = [
  ...nameErrors,
  'DomainBlockedException',
  'NotHolderException',
  'SubnameNotFoundException',
] as const

const upstreamErrors = [
  'UpstreamException',
  'UpstreamTimeoutException',
  'ServiceUnavailableException',
] as const

/** The failures of operations that both generations offer, beyond those of input and credentials. */
export const documentedErrors = {
  add: createErrors,
  reserve: createErrors,
  update: [...holderErrors, 'InvalidRecordException'],
  accept: [...holderErrors, 'InvalidRecordException', 'AlreadyClaimedException'],
  reject: [...holderErrors, 'NotReservedException', 'AlreadyClaimedException'],
  revoke: [...holderErrors, 'AlreadyClaimedException'],
  upload: holderErrors,
  revokeAsAdmin: [...nameErrors, 'SubnameNotFoundException', 'AlreadyClaimedException'],
  get: [...nameErrors, 'SubnameNotFoundException'],
  ofDomain: [...nameErrors, 'EnsNotFound'],
  ofAddress: [...nameErrors, 'InvalidRecordException'],
  list: [...nameErrors, 'InvalidRecordException', 'ScopeRequiredException'],
  changeDomain: ['EnsNotFound', 'DomainBlockedException'],
  verifyMessage: ['UnsupportedChainException', ...upstreamErrors],
  requestMAppChallenge: [
    ...nameErrors,
    'DomainBlockedException',
    'OriginNotAllowedException',
    'SubnameNotFoundException',
  ],
  changeGrants: [...holderErrors, ...authErrors.signature, 'InvalidRecordException'],
  appendFields: [...holderErrors, 'InvalidRecordException', 'ForbiddenException'],
  checkResolver: ['InvalidNameException', 'OffchainResolverNotFoundException', ...upstreamErrors],
  expiry: ['UnsupportedChainException', ...upstreamErrors],
  reverse: ['UnsupportedChainException', 'RpcUrlRejectedException', 'EnsNotFound', ...upstreamErrors],
  resolve: [...nameErrors, 'RpcUrlRejectedException', 'EnsNotFound', 'PaymentUnconfirmed', ...upstreamErrors],
  readName: [...nameErrors, 'RpcUrlRejectedException', 'EnsNotFound', ...upstreamErrors],
  setPrimaryName: [...nameErrors, 'NotHolderException'],
  getPrimaryName: ['UnsupportedChainException', 'PrimaryNameNotFoundException', ...upstreamErrors],
} as const satisfies Record<string, readonly ErrorName[]>
