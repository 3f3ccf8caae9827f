import { type Address, type Hex, toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'

/** An account with 10,000 ether on every local chain. */
export interface DevnetAccount {
  readonly address: Address
  readonly privateKey: Hex
}

/** The last of the accounts. It owns the root of ENS and deploys contracts, so that the other nine are unused. */
export const deployerAddress: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** The default mnemonic of anvil; public knowledge. */
const mnemonic = 'test test test test test test test test test test test junk'

let derived: readonly DevnetAccount[] | undefined

/** Derives anvil's ten accounts, once: that takes a tenth of a second. */
export function deriveAccounts(): readonly DevnetAccount[] {
  derived ??= derive()
  return derived
}

function derive(): DevnetAccount[] {
  const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: 10 }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    if (!privateKey) throw new Error(`Account ${index} has no private key.`)
    const key = toHex(privateKey)
    return { address: privateKeyToAddress(key), privateKey: key }
  })
}
