import type { components } from '@byname/sdk/openapi'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { type Access, withoutAccess } from './own-requests.ts'

export type OwnMessage = components['schemas']['OwnMessage']

interface OwnMessages {
  readonly messages: readonly OwnMessage[]
  /** There are more than are listed. */
  readonly isPartial: boolean
}

/** Those that the wallet has not dismissed, the newest first. */
export async function listMessages({ headers, chainId }: Access): Promise<OwnMessages> {
  const query = { chainId: chainIdOf(chainId), limit: 50 }
  try {
    const { data, next } = await unwrap(api.GET('/byname/v1/messages', { params: { query }, headers }))
    return { messages: data, isPartial: next !== null }
  } catch (error) {
    throw withoutAccess(error)
  }
}

export async function dismissMessage({ headers, chainId }: Access, messageId: string): Promise<void> {
  const params = { path: { messageId }, query: { chainId: chainIdOf(chainId) } }
  try {
    await unwrap(api.POST('/byname/v1/messages/{messageId}/dismiss', { params, headers }))
  } catch (error) {
    throw withoutAccess(error)
  }
}
