import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import {
  createWallet,
  type SignedMessage,
  type Signer,
  toSignedHeaders,
} from '../credentials/signed-headers.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import { ethereumAddress, seedSubname } from './subnames.ts'

export type Action = 'add-permission' | 'append-field' | 'revoke-permission'

type Client = Pick<TestService, 'call'>

/** A name with the wallet that it resolves to. */
export interface HeldSubname {
  readonly ens: string
  readonly chainId: number
  readonly holder: Signer
}

export interface Field {
  readonly key: string
  readonly value: string
}

/** Issues a subname to a new wallet. */
export async function createHeldSubname(
  service: TestService,
  domain: Domain,
  label: string,
  records: object = {},
): Promise<HeldSubname> {
  const holder = createWallet()
  const addresses = [ethereumAddress(holder.address)]
  const { ens } = await seedSubname(service, domain, label, { addresses, ...records })
  return { ens, chainId: domain.chainId, holder }
}

interface ChallengeFields {
  readonly subname: string
  readonly mApp: string
  readonly chainId: number
  readonly ttl?: number
  /** Host and port of the page; absent: that of `signedHeaders`, without the port. */
  readonly site?: string
}

interface ChallengeRequest extends ChallengeFields {
  readonly action: Action
  readonly signer: Signer
}

/** The body of a request for the challenge of an mApp operation. */
export function challengeBody({ address }: Pick<Signer, 'address'>, { site, ...fields }: ChallengeFields) {
  const page =
    site === undefined
      ? { domain: 'localhost', origin: 'http://localhost:3333/' }
      : { domain: site, origin: `http://${site}/` }
  return { ...page, address, ...fields }
}

/** Requests a challenge of an mApp operation and signs it. */
export async function signChallenge(
  { call }: Pick<TestService, 'call'>,
  { action, signer, ...rest }: ChallengeRequest,
): Promise<SignedMessage> {
  const { address } = signer
  const body = challengeBody(signer, rest)
  const response = await call('POST', `/ens/v1/siwe/mapp/${action}`, { body })
  const { challenge: message } = dataOf<{ challenge: string }>(response, 201)
  return { address, message, signature: await signer.signMessage({ message }) }
}

/** Sends a signed challenge to add or revoke a permission. */
export function sendPermission(
  { call }: Client,
  verb: 'add' | 'revoke',
  signed: SignedMessage,
): Promise<ApiResponse> {
  return call('POST', `/ens/v1/mapp/permission/${verb}`, { body: signed })
}

/** Sends a signed challenge with fields to append. */
export function sendFields(
  { call }: Client,
  subname: string,
  fields: readonly Field[],
  signed: SignedMessage,
): Promise<ApiResponse> {
  return call('POST', '/ens/v1/mapp/field/append', {
    headers: toSignedHeaders(signed),
    body: { subname, fields },
  })
}

/** Grants or revokes as the holder: challenge, signature, operation. */
export async function changePermission(
  service: Client,
  verb: 'add' | 'revoke',
  { ens, chainId, holder }: HeldSubname,
  mApp: string,
): Promise<WireRecord> {
  const action = verb === 'add' ? 'add-permission' : 'revoke-permission'
  const signed = await signChallenge(service, { action, signer: holder, subname: ens, mApp, chainId })
  return dataOf<WireRecord>(await sendPermission(service, verb, signed), 201)
}

/** Appends as the mApp. */
export async function appendFields(
  service: Client,
  { ens, chainId }: HeldSubname,
  { ens: mApp, holder: signer }: HeldSubname,
  fields: readonly Field[],
): Promise<ApiResponse> {
  const signed = await signChallenge(service, { action: 'append-field', signer, subname: ens, mApp, chainId })
  return sendFields(service, ens, fields, signed)
}
