import { api, unwrap } from '../../api/client.ts'
import { signInPurpose } from '../../wallet/purpose.ts'
import { signMessage } from '../../wallet/sign-message.ts'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { instance } from '../instance.ts'
import { queryClient } from '../query-client.ts'
import { notify } from '../ui/toasts.ts'
import { sessionKey } from './session-key.ts'
import type { Session } from './session-query.ts'

/** One signature. `setupToken` of the setup link makes the wallet the first operator. */
export async function signInWithWallet(wallet: ConnectedWallet, setupToken: string | null): Promise<void> {
  const headers = await signMessage(wallet, {
    chainId: instance.chainIds[0] ?? 1,
    statement: 'Sign in to the console. It costs nothing, and sends no transaction.',
    resources: signInPurpose,
  })
  begin(await unwrap(api.POST('/byname/v1/sessions', { headers, body: { setupToken } })))
}

/** The key is sent once, and not kept. */
export async function signInWithKey(key: string): Promise<void> {
  begin(await unwrap(api.POST('/byname/v1/sessions', { headers: { 'x-api-key': key }, body: {} })))
}

export async function signOut(): Promise<void> {
  await unwrap(api.DELETE('/byname/v1/session'))
  begin(null)
  notify('You are signed out.')
}

/** What the former session has read is forgotten. */
function begin(session: Session | null): void {
  queryClient.setQueryData(sessionKey, session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
}
