import type { BrowserContext } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'

interface TestWalletOptions {
  readonly account: PrivateKeyAccount
  /** Sends what is not signed here, such as transactions, to the chain that the wallet is on. */
  readonly rpcUrlOf: (chainId: number) => string
  readonly name?: string
  /** Whether the visitor declines every request. */
  readonly declines?: boolean
  /** Gets the methods that were requested. */
  readonly requested?: string[]
}

interface WalletAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** A wallet that announces itself by EIP-6963 and signs with a local account. */
export async function addTestWallet(
  context: BrowserContext,
  { account, rpcUrlOf, name = 'Test Wallet', declines = false, requested = [] }: TestWalletOptions,
): Promise<void> {
  let chainId = 1
  const handle = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [account.address.toLowerCase()]
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'wallet_switchEthereumChain':
        // Safe because EIP-3326 defines the parameter.
        chainId = Number((params[0] as { chainId: string }).chainId)
        return null
      case 'personal_sign':
        // Safe because the pages sign hex.
        return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      default:
        return callRpc(rpcUrlOf(chainId), method, params)
    }
  }
  await context.exposeBinding(
    'testWallet',
    async (_source, method: string, params: readonly unknown[]): Promise<WalletAnswer> => {
      requested.push(method)
      if (declines) return { error: { code: 4001, message: 'User rejected the request.' } }
      return handle(method, params).then(
        (result) => ({ result }),
        (error: Error) => ({ error: { code: -32_000, message: error.message } }),
      )
    },
  )
  await context.addInitScript(announceWallet, name)
}

async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // Safe because nodes answer with JSON-RPC 2.0.
  const { result, error } = (await response.json()) as WalletAnswer
  if (error) throw new Error(error.message)
  return result
}

/** In the page. */
function announceWallet(name: string): void {
  // Safe because the window is an event target, and the binding was added before.
  const window = globalThis as unknown as EventTarget & {
    testWallet: (method: string, params: readonly unknown[]) => Promise<WalletAnswer>
  }
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const { result, error } = await window.testWallet(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
  }
  const info = {
    uuid: '7c0bb5d4-2c6e-4a51-a1fb-5f3a2b2f9a10',
    name,
    rdns: 'example.wallet',
    icon: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
