import { checksumAddress } from './checksum-address.ts'
import { toHex } from './random-hex.ts'

/** An account of viem (`privateKeyToAccount`), or of any library with this form. */
export interface AccountLike {
  readonly address: string
  signMessage(argument: { message: string }): Promise<string>
}

/** A wallet client of viem. Without an account of its own, it signs with the first address of the wallet. */
export interface WalletClientLike {
  readonly account?: { readonly address: string } | undefined
  getAddresses(): Promise<readonly string[]>
  // `never`: libraries have narrower types, and each accepts what is passed below.
  signMessage(argument: never): Promise<string>
}

/** A signer of ethers. */
export interface EthersSignerLike {
  getAddress(): Promise<string>
  signMessage(message: string): Promise<string>
}

/** A wallet of a browser (EIP-1193), such as `window.ethereum`. */
export interface ProviderLike {
  request(argument: never): Promise<unknown>
}

export type Wallet = AccountLike | WalletClientLike | EthersSignerLike | ProviderLike

export interface WalletSigner {
  /** EIP-55. */
  readonly address: string
  readonly sign: (message: string) => Promise<string>
}

/** Asks the wallet for its address, which may open it. */
export async function signerOf(wallet: Wallet): Promise<WalletSigner> {
  if ('getAddress' in wallet)
    return { address: await wallet.getAddress(), sign: (message) => wallet.signMessage(message) }
  if ('getAddresses' in wallet) {
    const account = wallet.account ?? required((await wallet.getAddresses())[0])
    const address = typeof account === 'string' ? account : account.address
    // Safe because wallet clients take an account or an address, and sign the text as EIP-191 has it.
    return {
      address,
      sign: (message) => wallet.signMessage({ account, message } satisfies SignArgument as never),
    }
  }
  if ('signMessage' in wallet)
    return { address: wallet.address, sign: (message) => wallet.signMessage({ message }) }
  const address = checksumAddress(required(await accountOf(wallet)))
  return {
    address,
    sign: async (message) => {
      const data = `0x${toHex(new TextEncoder().encode(message))}`
      return `${await call(wallet, 'personal_sign', [data, address])}`
    },
  }
}

interface SignArgument {
  readonly account: string | { readonly address: string }
  readonly message: string
}

async function accountOf(provider: ProviderLike): Promise<string | undefined> {
  const accounts = await call(provider, 'eth_requestAccounts')
  return Array.isArray(accounts) && typeof accounts[0] === 'string' ? accounts[0] : undefined
}

function required(address: string | undefined): string {
  if (address === undefined) throw new TypeError('The wallet has no account.')
  return address
}

/** Safe because every provider takes this form (EIP-1193). */
function call(provider: ProviderLike, method: string, params: readonly unknown[] = []): Promise<unknown> {
  return provider.request({ method, params } as never)
}
