import type { BrowserContext, Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type ApiResponse, dataOf } from '../http/api-client.ts'
import { type ChainId, type TestSandbox, user } from '../service/sandbox.ts'

interface TestWalletOptions {
  readonly account: PrivateKeyAccount
  /** Sends what is not signed here, such as transactions, to the chain that the wallet is on. */
  readonly rpcUrlOf: (chainId: number) => string
  readonly name?: string
  /** By EIP-6963, or as `ethereum` of the window, as browsers of wallet apps do; absent: by EIP-6963. */
  readonly presence?: 'announced' | 'injected'
  /** What the visitor declines: every request, or signatures only. */
  readonly declines?: boolean | 'signatures'
  /** Gets the methods that were requested. */
  readonly requested?: string[]
}

interface WalletResponse {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const signing = ['personal_sign', 'eth_signTypedData_v4']

/** A wallet that signs with a local account. */
async function addTestWallet(
  context: BrowserContext,
  {
    account,
    rpcUrlOf,
    name = 'Test Wallet',
    presence = 'announced',
    declines = false,
    requested = [],
  }: TestWalletOptions,
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
      case 'eth_signTypedData_v4': {
        const data = JSON.parse(`${params[1]}`) as Parameters<typeof account.signTypedData>[0]
        if (Number(data.domain?.chainId) !== chainId) throw new Error('The wallet is on another chain.')
        return account.signTypedData(data)
      }
      default:
        return callRpc(rpcUrlOf(chainId), method, params)
    }
  }
  await context.exposeBinding(
    'testWallet',
    async (_source, method: string, params: readonly unknown[]): Promise<WalletResponse> => {
      requested.push(method)
      if (declines === true || (declines === 'signatures' && signing.includes(method)))
        return { error: { code: 4001, message: 'User rejected the request.' } }
      return handle(method, params).then(
        (result) => ({ result }),
        (error: Error) => ({ error: { code: -32_000, message: error.message } }),
      )
    },
  )
  await context.addInitScript(addProvider, { name, presence })
}

async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // Safe because nodes answer with JSON-RPC 2.0.
  const { result, error } = (await response.json()) as WalletResponse
  if (error) throw new Error(error.message)
  return result
}

/** In the page. */
function addProvider({ name, presence }: Pick<Required<TestWalletOptions>, 'name' | 'presence'>): void {
  // Safe because the window is an event target, and the binding was added before.
  const window = globalThis as unknown as EventTarget & {
    testWallet: (method: string, params: readonly unknown[]) => Promise<WalletResponse>
  }
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      const { result, error } = await window.testWallet(method, params)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
  }
  if (presence === 'injected') {
    Object.assign(window, { ethereum: { ...provider, isMetaMask: true } })
    return
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

/** For `visit`: a wallet of a user of the sandbox. */
export function withWallet(
  sandbox: TestSandbox,
  index: number,
  options: Pick<TestWalletOptions, 'declines' | 'presence'> = {},
) {
  const requested: string[] = []
  const prepare = (context: BrowserContext) =>
    addTestWallet(context, {
      account: user(sandbox, index),
      rpcUrlOf: (chainId) => sandbox.devnet.rpcUrl(chainId === 1 ? 1 : 11155111),
      requested,
      ...options,
    })
  return { prepare, requested }
}

export async function chooseWallet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click()
}

/** Chooses an option of a list that opens below its field. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

interface NewName {
  readonly label: string
  readonly holder?: number
  readonly chainId?: ChainId
  /** Of the addresses, which are all the holder's. */
  readonly coinTypes?: readonly number[]
  /** Those of others. */
  readonly others?: readonly { readonly coinType: number; readonly address: string }[]
  readonly text?: readonly { readonly key: string; readonly value: string }[]
}

/** Issues a name of demo.eth to a user of the sandbox. */
export async function issueName(
  sandbox: TestSandbox,
  { label, holder = 1, chainId = 1, coinTypes = [60], others = [], text = [] }: NewName,
): Promise<string> {
  const response = await sandbox.call('POST', '/ens/v2/subnames', {
    headers: { 'x-api-key': sandbox.file.apiKey },
    body: {
      username: label,
      ensDomain: sandbox.file.domain,
      chainId,
      addresses: [
        ...coinTypes.map((coinType) => ({ coinType, address: user(sandbox, holder).address })),
        ...others,
      ],
      text,
      overrideSignatureCheck: true,
    },
  })
  return dataOf<{ ens: string }>(response).ens
}

/** Reserves a name of demo.eth for a user of the sandbox. */
export async function invite(
  sandbox: TestSandbox,
  { label, holder = 1, chainId = 1 }: Pick<NewName, 'label' | 'holder' | 'chainId'>,
): Promise<void> {
  const ethAddress = user(sandbox, holder).address
  const body = { username: label, ensDomain: sandbox.file.domain, chainId, ethAddress }
  const headers = { 'x-api-key': sandbox.file.apiKey }
  dataOf(await sandbox.call('POST', '/ens/v2/subnames/invitations', { headers, body }))
}

/** Of demo.eth on Sepolia, so that tests of mainnet's domain are not disturbed. */
export function changePolicy(sandbox: TestSandbox, changes: object): Promise<ApiResponse> {
  return sandbox.call('PATCH', `/byname/v1/domains/${sandbox.file.domain}/policy?chainId=11155111`, {
    headers: { 'x-api-key': sandbox.file.apiKey },
    body: changes,
  })
}
