import { type MessageFields, type Signer, signedHeaders } from '../credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../credentials/single-use.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import { claimsPath } from './claims.ts'
import type { OnChain } from './on-chain.ts'

type Client = Pick<TestService, 'call'>
type Owner = Pick<TestService, 'call' | 'key'>
export interface WireLink {
  readonly id: string
  readonly state: string
  readonly label: string | null
  readonly maxUses: number
  readonly uses: number
  readonly note: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

export interface WireNewLink extends WireLink {
  readonly secret: string
  readonly url: string
}

/** `part`: behind the collection, such as `/batch`. */
export function linksPath({ name, chainId }: OnChain, part = ''): string {
  return `/byname/v1/domains/${name}/invitation-links${part}?chainId=${chainId}`
}

export function postLink({ call, key }: Owner, domain: OnChain, body: object = {}): Promise<ApiResponse> {
  return call('POST', linksPath(domain), { headers: { 'x-api-key': key }, body })
}

export async function createLink(owner: Owner, domain: OnChain, body: object = {}): Promise<WireNewLink> {
  return dataOf<WireNewLink>(await postLink(owner, domain, body), 201)
}

export function postLinks({ call, key }: Owner, domain: OnChain, body: object): Promise<ApiResponse> {
  return call('POST', linksPath(domain, '/batch'), { headers: { 'x-api-key': key }, body })
}

export async function readLink({ call, key }: Owner, domain: OnChain, id: string): Promise<WireLink> {
  return dataOf<WireLink>(await call('GET', linksPath(domain, `/${id}`), { headers: { 'x-api-key': key } }))
}

export function revokeLink({ call, key }: Owner, domain: OnChain, id: string): Promise<ApiResponse> {
  return call('DELETE', linksPath(domain, `/${id}`), { headers: { 'x-api-key': key } })
}

/** As its bearer. */
export function checkSecret({ call }: Client, domain: OnChain, invitation: string): Promise<ApiResponse> {
  return call('POST', linksPath(domain, '/check'), { body: { invitation } })
}

/** The message of a claim with a link; `fields` replace the valid ones. */
export function linkClaimHeaders(
  signer: Signer,
  { name, chainId }: OnChain,
  label: string,
  linkId: string,
  fields: Partial<MessageFields> = {},
) {
  const resources = purposeOf('claim', { name: `${label}.${name}`, 'invitation-link': linkId })
  return signedHeaders(signer, { chainId, resources, ...fields })
}

export function sendLinkClaim(
  { call }: Client,
  domain: OnChain,
  body: { readonly label: string; readonly invitation: string },
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  return call('POST', `${claimsPath(domain)}?chainId=${domain.chainId}`, {
    headers: { ...ownHost, ...headers },
    body,
  })
}

/** Claims a name as a page does that was opened by a link. */
export async function claimWithLink(
  service: Client,
  domain: OnChain,
  label: string,
  signer: Signer,
  { id, secret: invitation }: Pick<WireNewLink, 'id' | 'secret'>,
): Promise<ApiResponse> {
  const headers = await linkClaimHeaders(signer, domain, label, id)
  return sendLinkClaim(service, domain, { label, invitation }, headers)
}

/** Of a message that is signed now, by the clock of the service. */
export function freshFields({ context }: Pick<TestService, 'context'>): Partial<MessageFields> {
  return { issuedAt: new Date(context.clock()) }
}
