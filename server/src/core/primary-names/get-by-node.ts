import type { Hex } from 'viem'
import { lowerCaseHex } from '../../ens/hex.ts'
import { AppError } from '../../errors.ts'
import { findPrimaryNameAt, findPrimaryNameOf, type PrimaryName } from '../../store/primary-names.ts'
import type { CoreContext } from '../context.ts'
import { resolveAddress } from '../names/resolve-address.ts'
import { reading } from '../reading.ts'
import { supportedChain } from '../supported-chain.ts'

/**
 * Reads the primary name that has a node (ENSIP-1): it is one if the address that the name resolves to chose it.
 *
 * @throws AppError `UnsupportedChainException`, `PrimaryNameNotFoundException`, and those of `resolveAddress`.
 */
export async function getPrimaryNameByNode(
  context: CoreContext,
  input: { readonly chainId: number; readonly node: Hex },
): Promise<PrimaryName> {
  const chainId = supportedChain(input.chainId)
  const node = lowerCaseHex(input.node)
  const named = await findPrimaryNameAt(context.store.latest, chainId, node)
  const address = named && (await resolveAddress(reading(context), named))
  const found = address && (await findPrimaryNameOf(context.store.latest, chainId, address))
  if (found && found.node === node) return found
  throw new AppError(
    'PrimaryNameNotFoundException',
    `No primary name on chain ${chainId} has the node ${node}.`,
  )
}
