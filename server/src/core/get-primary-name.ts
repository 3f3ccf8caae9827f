import { v5 } from 'uuid'
import { lowerCaseHex, toHex } from '../crypto/hex.ts'
import { evmCoinType } from '../ens/coin-types.ts'
import { namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { PrimaryName } from '../model/primary-name.ts'
import { type CoreContext, settleAppError } from './context.ts'
import { type FindPrimaryName, findPrimaryName } from './primary-names.ts'
import { readerForOwnRpc } from './resolution/read-name.ts'
import { readPrimaryNameOnChain } from './resolution/reverse.ts'

export type FoundPrimaryName = Omit<PrimaryName, 'createdAt' | 'updatedAt'>

/**
 * The one chosen here, else the one on chain, where this service has an RPC: clients show what they get here, and read
 * the chain only if it is an empty name. A chain that cannot be read is as one without it.
 */
export async function getPrimaryName(
  context: CoreContext,
  input: FindPrimaryName,
): Promise<FoundPrimaryName> {
  const primaryName = (await findPrimaryName(context, input)) ?? (await readOnChain(context, input))
  if (primaryName) return primaryName
  throw new AppError(
    'PrimaryNameNotFoundException',
    `${input.address} has chosen no primary name here, and none can be read on chain ${input.chainId}.`,
  )
}

async function readOnChain(
  context: CoreContext,
  input: FindPrimaryName,
): Promise<FoundPrimaryName | undefined> {
  const { chainId } = input
  if (!context.chains.has(chainId)) return undefined
  const target = { address: input.address, coinType: evmCoinType(chainId) }
  const name = await settleAppError(() => readPrimaryNameOnChain(readerForOwnRpc(context, chainId), target))
  if (name === null || name instanceof AppError) return undefined
  const address = lowerCaseHex(input.address)
  // It has no entry here, but clients keep primary names by their id.
  const id = v5(`eip155:${chainId}:${address}`, v5.URL)
  return { id, chainId, address, name, node: toHex(namehash(name)) }
}
