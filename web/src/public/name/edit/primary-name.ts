import type { ConnectedWallet } from '../../../wallet/wallet.ts'

/** The registry of ENS, at the same address on every chain that has one. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** `owner(bytes32)` of `addr.reverse`, whose owner is the reverse registrar. */
const ownerOfReverse = '0x02571be391d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2'

const pollMs = 1000
const maxPolls = 180

/** Call data of `setName(string)`. */
export function encodeSetName(name: string): string {
  const bytes = new TextEncoder().encode(name)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const word = (value: number) => value.toString(16).padStart(64, '0')
  return `0xc47f0027${word(32)}${word(bytes.length)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

export async function switchChain({ provider }: ConnectedWallet, chainId: number): Promise<void> {
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  })
}

/** Asks the registry of the chain that the wallet is on. */
export async function findReverseRegistrar({ provider }: ConnectedWallet): Promise<string> {
  const call = { to: registry, data: ownerOfReverse }
  const word = await provider.request({ method: 'eth_call', params: [call, 'latest'] })
  const address = typeof word === 'string' ? word.slice(-40) : ''
  if (!/[1-9a-f]/i.test(address)) throw new Error('This chain has no reverse registrar.')
  return `0x${address}`
}

/** Resolves to its hash once it has succeeded. */
export async function sendTransaction(
  { provider, address }: ConnectedWallet,
  call: { readonly to: string; readonly data: string },
): Promise<string> {
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from: address, ...call }] })
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      if (receipt.status === '0x1') return `${hash}`
      throw new Error('The chain has rejected the transaction.')
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(`The chain has not included the transaction yet: ${hash}`)
}
