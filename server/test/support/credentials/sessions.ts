import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import type { Role } from '../../../src/model/workspace.ts'
import { insertMember } from '../../../src/store/entities/members.ts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import type { TestService } from '../service/service.ts'
import { createWallet, type MessageFields, type Signer, signedHeaders } from './signed-headers.ts'
import { purposeOf } from './single-use.ts'

type Client = Pick<TestService, 'url' | 'call'>

export interface WireSession {
  readonly id: string
  readonly address: string | null
  readonly isOperator: boolean
  readonly workspaces: readonly { readonly id: string; readonly role: Role | null }[]
  readonly mayOpenWorkspaces: string
}

/** Headers of the message with which a wallet signs in to the service at `url`. */
export function signInHeaders(
  { url }: Pick<TestService, 'url'>,
  wallet: Signer,
  fields: Partial<MessageFields> = {},
) {
  return signedHeaders(wallet, {
    chainId: 1,
    domain: new URL(url).host,
    resources: purposeOf('sign-in', {}),
    ...fields,
  })
}

export function sendSignIn(
  { call, url }: Client,
  headers: Readonly<Record<string, string>>,
  body: object = {},
): Promise<ApiResponse> {
  return call('POST', '/byname/v1/sessions', { headers: { origin: url, ...headers }, body })
}

/** The pair of the cookie that the response sets. */
export function cookieOf({ headers }: ApiResponse): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

/** What a page of the service sends with a session. */
export type PageHeaders = Readonly<Record<'cookie' | 'origin', string>>

/** Signs a wallet in, and returns what its pages send. */
export async function signIn(service: Client, wallet: Signer = createWallet()): Promise<PageHeaders> {
  const response = await sendSignIn(service, await signInHeaders(service, wallet))
  dataOf<WireSession>(response, 201)
  return { cookie: cookieOf(response), origin: service.url }
}

/** A wallet with a role in the workspace of the service, signed in. */
export async function signInAs(
  service: Client & Pick<TestService, 'context' | 'workspaceId'>,
  role: Role,
  workspaceId = service.workspaceId,
): Promise<PageHeaders & { readonly wallet: Signer }> {
  const wallet = createWallet()
  const member = { workspaceId, role, addedBy: null, createdAt: 0 }
  await service.context.store.transaction((tx) =>
    insertMember(tx, { ...member, address: lowerCaseHex(wallet.address) }),
  )
  return { ...(await signIn(service, wallet)), wallet }
}
