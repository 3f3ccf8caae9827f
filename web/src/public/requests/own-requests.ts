import type { components } from '@byname/sdk/openapi'
import { ApiError } from '../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { type SignedHeaders, signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { accessKey, forgetRequest, type StoredRequest } from './stored-requests.ts'

type OwnClaim = components['schemas']['OwnClaim']

/** A claim that needs approval. */
export interface OwnRequest
  extends Omit<OwnClaim, 'comment' | 'expiresAt' | 'decidedAt' | 'title' | 'noticeToken'> {
  /** Of a message about its outcome; null or undefined: none can be left. */
  readonly noticeToken?: string | null | undefined
  /** Of the community; null: the domain has none. Undefined without a signature. */
  readonly title?: string | null | undefined
  /** Of the owner; null: none. Undefined without a signature. */
  readonly comment?: string | null | undefined
}

export interface Access {
  readonly address: string
  readonly chainId: number
  readonly headers: SignedHeaders
  readonly expiresAt: number
}

/** A message is accepted for a day. */
const lifetimeMs = 23 * 3_600_000

/** A signature that is good for reading requests and messages, and for dismissing these; of the wallet, if it is given. */
export function storedAccess(address?: string): Access | undefined {
  try {
    const access: Access | null = JSON.parse(localStorage.getItem(accessKey) ?? 'null')
    const isGood = access && access.expiresAt > Date.now() && (!address || access.address === address)
    return isGood ? access : undefined
  } catch {
    return undefined
  }
}

/** One signature, for a day. */
export async function signToRead(wallet: ConnectedWallet, chainId: number): Promise<Access> {
  const headers = await signMessage(wallet, {
    chainId,
    purpose: { action: 'read-claims' },
    statement:
      'Show my requests for names, and the messages for me. It costs nothing, and sends no transaction.',
    lifetimeMs,
  })
  const access = { address: wallet.address, chainId, headers, expiresAt: Date.now() + lifetimeMs }
  try {
    localStorage.setItem(accessKey, JSON.stringify(access))
  } catch {
    // It is signed again next time.
  }
  return access
}

/** Of the wallet, the newest first; `domain`: of that alone. */
export async function listRequests(
  { headers, chainId }: Access,
  domain?: string,
): Promise<readonly OwnRequest[]> {
  const query = { chainId: chainIdOf(chainId), limit: 50, ...(domain !== undefined && { domain }) }
  try {
    return (await unwrap(api.GET('/byname/v1/claims', { params: { query }, headers }))).data
  } catch (error) {
    throw withoutAccess(error)
  }
}

/** The error; a signature that the service refuses is forgotten. */
export function withoutAccess(error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401) localStorage.removeItem(accessKey)
  return error
}

/** Whether the wallet still has the name that it was given. */
export async function isHeld({ name, chainId }: OwnRequest, address: string | undefined): Promise<boolean> {
  const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
  try {
    return (await unwrap(api.GET('/byname/v1/names/{name}', { params }))).holder === address
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** What their ids show, without a signature. What is not known any more is forgotten. */
export async function readStates(requests: readonly StoredRequest[]): Promise<readonly OwnRequest[]> {
  const read = await Promise.all(
    requests.map(async ({ id, name, domain, chainId, createdAt, noticeToken }) => {
      const params = { path: { domain, claimId: id }, query: { chainId: chainIdOf(chainId) } }
      try {
        const { state, reason } = await unwrap(
          api.GET('/byname/v1/domains/{domain}/claims/{claimId}', { params }),
        )
        return [{ id, name, domain, chainId, createdAt, state, reason, noticeToken }]
      } catch (error) {
        if (!(error instanceof ApiError && (error.status === 404 || error.status === 403))) throw error
        forgetRequest(id)
        return []
      }
    }),
  )
  return read.flat()
}
