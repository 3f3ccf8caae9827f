import { bytesToHex } from 'viem'
import { coinTypeOfInteroperableAddress } from '../ens/interoperable-address.ts'
import { normalizeName } from '../ens/name.ts'
import { namehash } from '../ens/namehash.ts'
import { AppError } from '../errors.ts'
import type { Reading } from './reading.ts'
import { bytesIn, dataCall } from './record-call.ts'
import { resolveCalls } from './resolve-calls.ts'

/** Where the labels of chains are registered: `base.on.eth` (ERC-7828, ENSIP-27). Only mainnet has it. */
const registry = 'on.eth'
const key = 'interoperable-address'

/**
 * Looks up the coin type of the chain that a label stands for in ENS's own registry of chains. `undefined` when the label
 * is not there, is not of an EVM chain, or the reading is not of mainnet. Fails as `resolveCalls` does.
 */
export async function resolveChainLabel(reading: Reading, label: string): Promise<number | undefined> {
  if (reading.chain.id !== 1 || !isLabel(label)) return undefined
  const name = `${label}.${registry}`
  const answers = await resolveCalls(reading, name, [{ call: dataCall(bytesToHex(namehash(name)), key) }])
  const address = bytesIn(answers?.[0])
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
