export type { BatchInput, BatchItem, BatchOutcome, BatchProgress, BatchResult } from './batch.ts'
export type { Claim, ClaimState, OwnClaim } from './claims.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export type { SignedCallOptions } from './context.ts'
export type { ConditionalCallOptions, Domain, DomainChanges, DomainPage, WithEtag } from './domains.ts'
export { BynameError, type BynameErrorName, type ErrorDetails } from './errors.ts'
export type { Event, EventFilter, EventListOptions, EventType, FollowOptions } from './events.ts'
export type { CallOptions } from './http.ts'
export type { Invitation, InvitationInput, InvitationsInput, NewInvitation } from './invitations.ts'
export { createMessage, type MessageFields, type Purpose } from './message.ts'
export type { ChainId, Name, NameWithEtag } from './name.ts'
export type {
  Availability,
  ClaimInput,
  ClaimOutcome,
  ConditionalOptions,
  IssueInput,
  ListOptions,
  PutInput,
  Resolution,
  UpdateOptions,
} from './names.ts'
export type { ErrorName } from './openapi-types.ts'
export type { Page, Pages } from './pages.ts'
export type { Policy, PolicyChanges, PolicyCheckInput } from './policies.ts'
export type { PrimaryName } from './primary-names.ts'
export type { Records, RecordsInput } from './records.ts'
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookDeliveryRequest,
  type WebhookMessage,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type {
  AccountLike,
  EthersSignerLike,
  ProviderLike,
  Wallet,
  WalletClientLike,
} from './wallet.ts'
export type {
  NewWebhook,
  ReplayInput,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookInput,
} from './webhooks.ts'
