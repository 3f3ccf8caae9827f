import type { components } from '@byname/sdk/openapi'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { api, unwrap } from '../api/client.ts'
import { forgetDrafts } from '../form/use-draft.ts'
import { signMessage } from '../wallet/sign-message.ts'
import type { ConnectedWallet } from '../wallet/wallet.ts'
import { instance } from './instance.ts'
import { queryClient, sessionKey } from './query-client.ts'
import { notify } from './ui/Toasts.tsx'

export type Session = components['schemas']['Session']

/** Null: signed out. */
export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 })

async function readSession(): Promise<Session | null> {
  try {
    return await unwrap(api.GET('/byname/v1/session'))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Null: signed out. The routes behind the sign-in have loaded it. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null
}

/** One signature. `setupToken` of the setup link makes the wallet the first operator. */
export async function signInWithWallet(wallet: ConnectedWallet, setupToken: string | null): Promise<void> {
  const headers = await signMessage(wallet, {
    chainId: instance.chainIds[0] ?? 1,
    statement: 'Sign in to the console. It costs nothing, and sends no transaction.',
    purpose: { action: 'sign-in' },
  })
  begin(await unwrap(api.POST('/byname/v1/sessions', { headers, body: { setupToken } })))
}

/** The key is sent once, and not kept. */
export async function signInWithKey(key: string): Promise<void> {
  begin(await unwrap(api.POST('/byname/v1/sessions', { headers: { 'x-api-key': key }, body: {} })))
}

export async function signOut(): Promise<void> {
  await unwrap(api.DELETE('/byname/v1/session'))
  forgetDrafts()
  begin(null)
  notify('You are signed out.')
}

/** What the session of another person has read is forgotten. */
function begin(session: Session | null): void {
  const former = queryClient.getQueryData<Session | null>(sessionKey)
  queryClient.setQueryData(sessionKey, session)
  if (former && session && former.address === session.address) return
  // Its screens, and what is typed there.
  if (former && session) location.assign('/console')
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}

/** Of the link that the server prints when it has no operator; a fragment, so that no server or log gets it. */
export function readSetupToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('setup')
}
