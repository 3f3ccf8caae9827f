import { createBaseAccountSDK } from '@base-org/account'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WalletError } from '../wallet-error.ts'
import { openPrompt, type Prompt, promptFor } from './prompt.tsx'
import { remoteChainIds } from './remote-chains.ts'
import type { RemoteProvider } from './remote-provider.ts'
import { catchWindow, watchWindow } from './wallet-window.ts'

type Call = Parameters<RemoteProvider['request']>[0]

/** EIP-1193: the method is not supported. */
const unsupported = 4200

const windowOrigin = 'https://keys.coinbase.com'

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
        return Array.isArray(accounts) && accounts.length > 0
          ? accounts
          : inWindow(() => forward(call), t('wallet.in-window-first'))
      }
      case 'wallet_switchEthereumChain': {
        // Chains that it has named need no window.
        const { response, opened } = catchWindow(() => forward(call), false)
        if (opened === undefined) return response
        await response.catch(() => undefined)
        return inWindow(() => forward(call), t('wallet.in-window'))
      }
      case 'personal_sign':
      case 'eth_signTypedData_v4':
      case 'eth_sendTransaction':
        return inWindow(() => forward(call), t('wallet.in-window'))
      case 'eth_getTransactionReceipt':
        throw new WalletError(t('wallet.sent-unseen', { hash: `${[call.params].flat()[0]}` }), unsupported)
      default:
        throw new WalletError(t('wallet.not-readable'), unsupported)
    }
  }
  return { request, disconnect: () => provider.disconnect() }
}

/** The window of the last request, which may serve the next one. */
let kept: Window | undefined

/** Browsers open a window only right after a click. */
async function inWindow(request: () => Promise<unknown>, words: string): Promise<unknown> {
  const prompt = openPrompt('Base Account')
  try {
    let isBlocked = false
    for (;;) {
      await promptFor<void>(prompt, (choose) => (
        <>
          {isBlocked && (
            <div className="mb-4">
              <Notice tone="warn" isLive title={t('wallet.window-blocked')}>
                {t('wallet.window-allow')}
              </Notice>
            </div>
          )}
          <p>{words}</p>
          <p className="mt-4 grid">
            <Button look="primary" onClick={() => choose()}>
              {t('wallet.open-window')}
            </Button>
          </p>
        </>
      ))
      const { response, opened } = catchWindow(request)
      if (opened !== null) {
        kept = opened ?? kept
        return await (kept ? untilClosed(prompt, response, kept) : response)
      }
      isBlocked = true
      await response.catch(() => undefined)
    }
  } finally {
    prompt.close()
  }
}

/** The response, unless the visitor closes the window or the dialog before. */
async function untilClosed(prompt: Prompt, response: Promise<unknown>, opened: Window): Promise<unknown> {
  const showWaiting = (isSlow: boolean) =>
    prompt.show(
      <>
        <p role="status">{t('wallet.window-open')}</p>
        {isSlow && <p className="text-soft mt-3 text-sm">{t('wallet.window-slow')}</p>}
      </>,
    )
  const watch = watchWindow(opened, windowOrigin, () => showWaiting(true))
  const closed = watch.closed.then(({ hasLoaded }) => {
    throw hasLoaded ? new WalletError(t('error.declined'), 4001) : new Error(t('wallet.window-unreached'))
  })
  closed.catch(() => undefined)
  showWaiting(false)
  let hasResponse = false
  const responded = response.finally(() => {
    hasResponse = true
  })
  try {
    return await Promise.race([responded, closed, prompt.cancelled])
  } finally {
    watch.stop()
    if (!hasResponse) forget(response, opened)
  }
}

/** Ends what the library waits for, in the words of the window itself: the next request is not mixed with it. */
function forget(response: Promise<unknown>, opened: Window): void {
  response.catch(() => undefined)
  opened.close()
  dispatchEvent(new MessageEvent('message', { origin: windowOrigin, data: { event: 'PopupUnload' } }))
}
