import { bytesToHex } from 'viem'
import { resolveCalls } from '../ccip/resolve-calls.ts'
import { dataCall, decodeBytes } from '../ccip/resolver-abi.ts'
import type { ReadSession } from '../ccip/session.ts'
import { coinTypeOfInteroperableAddress } from '../ens/interoperable-address.ts'
import { normalizeName } from '../ens/name.ts'
import { namehash } from '../ens/namehash.ts'
import { AppError } from '../errors.ts'

/** The registry of chain labels: `base.on.eth` (ERC-7828, ENSIP-27). Only mainnet has it. */
const chainRegistryName = 'on.eth'
const interoperableAddressKey = 'interoperable-address'

/**
 * Reads the coin type of a chain label from ENS's registry of chains. `undefined` when the label is not there, is not of an EVM
 * chain, or the session is not on mainnet. Fails as `resolveCalls` does.
 */
export async function resolveChainLabel(session: ReadSession, label: string): Promise<number | undefined> {
  if (session.chain.id !== 1 || !isLabel(label)) return undefined
  const name = `${label}.${chainRegistryName}`
  const results = await resolveCalls(session, name, [
    { call: dataCall(bytesToHex(namehash(name)), interoperableAddressKey) },
  ])
  const address = decodeBytes(results?.[0])
  return address && coinTypeOfInteroperableAddress(address)
}

function isLabel(text: string): boolean {
  try {
    return !text.includes('.') && normalizeName(text) === text
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
