import type { BrowserContext, Page } from 'playwright-core'
import type { ApiResponse } from './api-client.ts'
import { dataOf } from './api-client.ts'
import { type ChainId, type TestSandbox, user } from './sandbox.ts'
import { addTestWallet } from './test-wallet.ts'

/** For `visit`: a wallet of a user of the sandbox. */
export function withWallet(sandbox: TestSandbox, index: number, options: { declines?: boolean } = {}) {
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

interface NewName {
  readonly label: string
  readonly holder?: number
  readonly chainId?: ChainId
  /** Of the addresses, which are all the holder's. */
  readonly coinTypes?: readonly number[]
  readonly text?: readonly { readonly key: string; readonly value: string }[]
}

/** Issues a name of demo.eth to a user of the sandbox. */
export async function issueName(
  sandbox: TestSandbox,
  { label, holder = 1, chainId = 1, coinTypes = [60], text = [] }: NewName,
): Promise<string> {
  const response = await sandbox.call('POST', '/ens/v2/subnames', {
    headers: { 'x-api-key': sandbox.file.apiKey },
    body: {
      username: label,
      ensDomain: sandbox.file.domain,
      chainId,
      addresses: coinTypes.map((coinType) => ({ coinType, address: user(sandbox, holder).address })),
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
