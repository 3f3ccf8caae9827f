import { bytesToHex } from 'viem'
import { resolveCalls } from '../ccip/resolve-calls.ts'
import { dataCall, decodeBytes } from '../ccip/resolver-abi.ts'
import type { ReadSession } from '../ccip/session.ts'
import { coinTypeOfInteroperableAddress } from '../ens/interoperable-address.ts'
import { normalizeName } from '../ens/name.ts'
import { namehash } from '../ens/namehash.ts'
import { AppError } from '../errors.ts'

/** Where the labels of chains are registered: `base.on.eth` (ERC-7828, ENSIP-27). Only mainnet has it. */
const chainRegistryName = 'on.eth'
const interoperableAddressKey = 'interoperable-address'

/**
 * Looks up the coin type of the chain that a label stands for in ENS's own registry of chains. `undefined` when the label
 * is not there, is not of an EVM chain, or the reading is not of mainnet. Fails as `resolveCalls` does.
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
