import { t } from '../text/messages.ts'
import type { ConnectedWallet } from './wallet.ts'

const pollMs = 1000
const maxPolls = 180

export async function switchChain({ provider }: ConnectedWallet, chainId: number): Promise<void> {
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  })
}

interface Transaction {
  /** Absent: creates a contract. */
  readonly to?: string
  readonly data: string
}

interface Receipt {
  readonly hash: string
  /** Of the contract that was created. */
  readonly contractAddress: string | null
}

/** Resolves once it has succeeded. */
export async function sendTransaction(
  { provider, address }: ConnectedWallet,
  call: Transaction,
): Promise<Receipt> {
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from: address, ...call }] })
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      if (receipt.status !== '0x1') throw new Error(t('wallet.transaction-rejected'))
      const contract: unknown = 'contractAddress' in receipt ? receipt.contractAddress : null
      return { hash: `${hash}`, contractAddress: typeof contract === 'string' ? contract : null }
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(t('wallet.transaction-missing', { hash: `${hash}` }))
}
