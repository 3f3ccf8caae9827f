import { encodeCall, string } from '../../../wallet/abi.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'

/** The registry of ENS, at the same address on every chain that has one. */
const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'

/** `owner(bytes32)` of `addr.reverse`, whose owner is the reverse registrar. */
const ownerOfReverse = '0x02571be391d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2'

/** Call data of `setName(string)`. */
export function encodeSetName(name: string): string {
  return encodeCall('0xc47f0027', [string(name)])
}

/** Asks the registry of the chain that the wallet is on. */
export async function findReverseRegistrar({ provider }: ConnectedWallet): Promise<string> {
  const call = { to: registry, data: ownerOfReverse }
  const word = await provider.request({ method: 'eth_call', params: [call, 'latest'] })
  const address = typeof word === 'string' ? word.slice(-40) : ''
  if (!/[1-9a-f]/i.test(address)) throw new Error('This chain has no reverse registrar.')
  return `0x${address}`
}
