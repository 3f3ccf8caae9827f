import { t } from '../text/messages.ts'
import { switchChain } from './send-transaction.ts'
import type { ConnectedWallet } from './wallet.ts'
import { isRejection } from './wallet-error.ts'

/**
 * One signature in the wallet (EIP-712, `eth_signTypedData_v4`), in hex. Wallets sign for the chain that they are on.
 * @param data With `types` (`EIP712Domain` among them), `primaryType`, `domain` and `message`, as JSON.
 */
export async function signTypedData(wallet: ConnectedWallet, chainId: number, data: object): Promise<string> {
  const { address, provider } = wallet
  await switchChain(wallet, chainId).catch((error: unknown) => {
    // A wallet without the chain may sign all the same.
    if (isRejection(error)) throw error
  })
  const params = [address, JSON.stringify(data)]
  const signature = await provider.request({ method: 'eth_signTypedData_v4', params })
  if (typeof signature !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(signature))
    throw new Error(t('wallet.no-signature'))
  return withUsualV(signature)
}

/** Some wallets write the last byte of a signature as 0 or 1, where contracts expect 27 or 28. */
function withUsualV(signature: string): string {
  const [, start, v] = /^(0x[0-9a-f]{128})0([01])$/i.exec(signature) ?? []
  return start === undefined ? signature : `${start}${v === '0' ? '1b' : '1c'}`
}
