import { bytesToHex } from 'viem'
import { resolveCalls } from '../ccip/call.ts'
import { dataCall, decodeBytes } from '../ccip/resolver.ts'
import type { ReadSession } from '../ccip/session.ts'
import { coinTypeOfInteroperableAddress } from '../ens/interoperable.ts'
import { namehash, normalizeName } from '../ens/names.ts'
import { AppError } from '../errors.ts'

/** Chain labels, on mainnet only: `base.on.eth` (ERC-7828, ENSIP-27). */
const chainRegistryName = 'on.eth'
const interoperableAddressKey = 'interoperable-address'

/** `undefined` if absent, not EVM, or off mainnet. Throws as `resolveCalls`. */
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
