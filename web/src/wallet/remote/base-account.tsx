import { createBaseAccountSDK } from '@base-org/account'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { WalletError } from '../wallet-error.ts'
import { openPrompt, promptFor } from './prompt.tsx'
import { remoteChainIds } from './remote-chains.ts'
import type { RemoteProvider } from './remote-provider.ts'

type Call = Parameters<RemoteProvider['request']>[0]

/** EIP-1193: the method is not supported. */
const unsupported = 4200

/** EIP-1193 provider of an account with a passkey, in a window of `keys.coinbase.com`. */
export function createBaseAccount(): RemoteProvider {
  const provider = createBaseAccountSDK({
    appName: location.host,
    appLogoUrl: `${location.origin}/icon-192.png`,
    appChainIds: [...remoteChainIds],
    preference: { telemetry: false },
  }).getProvider()
  const forward = ({ method, params = [] }: Call) =>
    // Safe because the callers are our own code, which passes lists.
    provider.request({ method, params: params as readonly unknown[] })
  const request = async (call: Call): Promise<unknown> => {
    switch (call.method) {
      case 'eth_accounts':
      case 'eth_chainId':
        return forward(call)
      case 'eth_requestAccounts': {
        const accounts = await forward({ method: 'eth_accounts' })
        return Array.isArray(accounts) && accounts.length > 0 ? accounts : inWindow(() => forward(call))
      }
      case 'wallet_switchEthereumChain': {
        // Safe because our own code is the only caller.
        const [{ chainId }] = call.params as [{ chainId: string }]
        const current = await forward({ method: 'eth_chainId' })
        return Number(current) === Number(chainId) ? null : inWindow(() => forward(call))
      }
      case 'personal_sign':
      case 'eth_sendTransaction':
        return inWindow(() => forward(call))
      case 'eth_getTransactionReceipt':
        throw new WalletError(t('wallet.sent-unseen', { hash: `${[call.params].flat()[0]}` }), unsupported)
      default:
        throw new WalletError(t('wallet.not-readable'), unsupported)
    }
  }
  return { request, disconnect: () => provider.disconnect() }
}

/** Browsers open a window only right after a click. */
async function inWindow(request: () => Promise<unknown>): Promise<unknown> {
  const prompt = openPrompt('Base Account')
  try {
    await promptFor<void>(prompt, (choose) => (
      <>
        <p>{t('wallet.in-window')}</p>
        <p className="mt-4 grid">
          <Button look="primary" onClick={() => choose()}>
            {t('wallet.open-window')}
          </Button>
        </p>
      </>
    ))
    const response = request()
    prompt.show(<p role="status">{t('wallet.window-open')}</p>)
    return await Promise.race([response, prompt.cancelled])
  } finally {
    prompt.close()
  }
}
