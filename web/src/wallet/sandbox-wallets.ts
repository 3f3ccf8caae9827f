import { ApiError } from '../api/api-error.ts'
import { reach } from '../api/reach.ts'
import { t } from '../text/messages.ts'
import { shortAddress } from '../ui/short-address.ts'
import type { Provider, Wallet } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

interface SandboxAccounts {
  readonly result: { readonly data: { readonly accounts: readonly string[] } }
}

const sandboxChainIds: readonly number[] = [1, 11155111]

/** EIP-3326. */
const unknownChain = 4902

/** The sandbox's funded accounts, which its chains sign with. */
export async function readSandboxWallets(): Promise<readonly Wallet[]> {
  // Safe because this is the documented response of the operation, which is not in the OpenAPI document.
  const { result } = (await sendJson('/byname/v1/sandbox/wallet')) as SandboxAccounts
  return result.data.accounts.map((address, index) => ({
    id: address,
    lastingId: address,
    name: t('wallet.sandbox-account', { index }),
    note: shortAddress(address),
    icon: null,
    provider: sandboxProvider(address),
  }))
}

function sandboxProvider(address: string): Provider {
  let chainId = 1
  return {
    request: async ({ method, params = [] }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [address]
      if (method === 'wallet_switchEthereumChain') {
        // Safe because our own code is the only caller.
        const [{ chainId: next }] = params as [{ chainId: string }]
        if (!sandboxChainIds.includes(Number(next)))
          throw new WalletError('The sandbox has no such chain.', unknownChain)
        chainId = Number(next)
        return null
      }
      return callChain(chainId, method, params)
    },
  }
}

interface RpcResponse {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

async function callChain(chainId: number, method: string, params: unknown): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  // Safe because the operation responds with JSON-RPC 2.0.
  const { result, error } = (await sendJson(`/byname/v1/sandbox/rpc/${chainId}`, {
    method: 'POST',
    body,
  })) as RpcResponse
  if (error) throw new WalletError(error.message, error.code)
  return result
}

interface JsonRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** For operations that the document does not describe: those of the sandbox. @throws ApiError */
async function sendJson(path: string, { body, headers, ...request }: JsonRequest = {}): Promise<unknown> {
  const response = await reach(path, {
    ...request,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const responseBody: unknown = await response.json().catch(() => undefined)
  if (response.ok) return responseBody
  throw ApiError.fromEnvelope(responseBody, response)
}
