import type { Context } from '../../../src/context.ts'
import { jobsOf } from '../../../src/jobs.ts'
import { type MessageFields, type Signer, signedHeaders } from '../credentials/signed-headers.ts'
import { ownHost, purposeOf } from '../credentials/single-use.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import type { OnChain } from './on-chain.ts'

type Client = Pick<TestService, 'call'>
type Headers = Readonly<Record<string, string>>
export interface WireClaimOutcome {
  readonly state: 'issued' | 'pending'
  readonly name: string
  readonly id: string | null
  readonly record: { readonly ens: string; readonly holder: string; readonly records: WireRecords } | null
}

interface WireRecords {
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly id: number; readonly value: string }[]
}

export interface WireClaim {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly claimant: string
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
}

/** Opens claims of a domain, by a policy that differs from the default as given. */
export async function openClaims(
  { call, key }: Pick<TestService, 'call' | 'key'>,
  { name, chainId }: OnChain,
  policy: object = {},
): Promise<void> {
  dataOf(
    await call('PATCH', `/byname/v1/domains/${name}/policy?chainId=${chainId}`, {
      headers: { 'x-api-key': key },
      body: { claims: 'open', ...policy },
    }),
  )
}

export function claimsPath({ name }: Pick<OnChain, 'name'>): string {
  return `/byname/v1/domains/${name}/claims`
}

/** The message of a claim; `fields` replace the valid ones. */
export function claimHeaders(
  signer: Signer,
  { name, chainId }: OnChain,
  label: string,
  fields: Partial<MessageFields> = {},
): Promise<Headers> {
  const resources = purposeOf('claim', { name: `${label}.${name}` })
  return signedHeaders(signer, { chainId, resources, ...fields })
}

export function sendClaim(
  { call }: Client,
  domain: OnChain,
  label: string,
  headers: Headers,
  records?: object,
  tokenId?: string,
): Promise<ApiResponse> {
  const body = { label, tokenId, ...(records && { records }) }
  return call('POST', `${claimsPath(domain)}?chainId=${domain.chainId}`, {
    headers: { ...ownHost, ...headers },
    body,
  })
}

/** Runs the job of the service that ends claims of names which were given meanwhile. */
export async function endTakenClaims(context: Context): Promise<void> {
  const job = jobsOf(context).find(({ name }) => name === 'taken claims')
  if (!job) throw new Error('The service has the job.')
  await job.run(new AbortController().signal)
}

/** Claims a name as a page does. */
export async function claim(
  service: Client,
  domain: OnChain,
  label: string,
  signer: Signer,
  records?: object,
): Promise<ApiResponse> {
  return sendClaim(service, domain, label, await claimHeaders(signer, domain, label), records)
}
