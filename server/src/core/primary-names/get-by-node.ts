import type { Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { PrimaryName } from '../../model/primary-name.ts'
import { findPrimaryNameByAddress, findPrimaryNameByNode } from '../../store/entities/primary-names.ts'
import type { CoreContext } from '../context.ts'
import { withReadReplica } from '../read-replica.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { resolveAddress } from '../resolution/resolve-address.ts'

/** By node (ENSIP-1); only if the name resolves to its address. */
export async function getPrimaryNameByNode(
  context: CoreContext,
  input: { readonly chainId: number; readonly node: Hex },
): Promise<PrimaryName> {
  const chainId = requireSupportedChain(input.chainId)
  const node = lowerCaseHex(input.node)
  const candidate = await findPrimaryNameByNode(context.store.read, chainId, node)
  const address = candidate && (await resolveAddress(withReadReplica(context), candidate))
  const primaryName = address && (await findPrimaryNameByAddress(context.store.read, chainId, address))
  if (primaryName && primaryName.node === node) return primaryName
  throw new AppError(
    'PrimaryNameNotFoundException',
    `No primary name on chain ${chainId} has the node ${node}.`,
  )
}
