import { readSealEvents, readSealTrees } from '../../chain/seals.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import { formatSealTrees } from '../../model/seal.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import { findSealScan, saveSealScan, saveSealTrees, writeSeals } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import { toSealRow } from './read-seal.ts'

/** Blocks of a request for logs: as many as the RPC returns, which is found by halves. */
const maxBlocks = 1_048_576
const minBlocks = 500

/** Requests of one run, for one contract. */
const maxRequests = 50

/** Read again each time: the chain may have replaced them. */
const overlapBlocks = 64

type ScanContext = Pick<CoreContext, 'store' | 'chains'>

/**
 * Reads who holds names, of all contracts that can seal any, from where the run before has ended. A contract that cannot be read
 * stops none of the others.
 * @throws AppError that of the first contract that could not be read.
 */
export async function scanSeals(context: ScanContext, signal?: AbortSignal): Promise<void> {
  const errors: AppError[] = []
  for (const resolver of await findAllResolvers(context.store.db)) {
    const chain = context.chains.get(resolver.chainId)
    if (!chain || resolver.signingScheme !== 'merkle' || signal?.aborted) continue
    try {
      await scanResolver(context, chain, resolver)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push(error)
    }
  }
  const [first] = errors
  if (first) throw first
}

async function scanResolver({ store }: ScanContext, chain: ChainClient, resolver: Resolver): Promise<void> {
  const address = checksumAddress(resolver.address)
  const trees = await readSealTrees(chain, address)
  if (!trees) return
  const sealTrees = formatSealTrees(trees)
  if (sealTrees !== resolver.sealTrees)
    await store.inTurn(resolver.id).transaction((tx) => saveSealTrees(tx, resolver.id, sealTrees))
  const head = Number(await chain.client.getBlockNumber({ cacheTime: 0 }))
  const last = await findSealScan(store.db, resolver)
  if (last === head) return
  let from = Math.max(0, Math.min(last ?? 0, head) - overlapBlocks)
  let blocks = maxBlocks
  for (let request = 0; request < maxRequests && from <= head; request++) {
    const to = Math.min(head, from + blocks - 1)
    const seals = await readSealEvents(chain, address, { from, to }).catch((error: unknown) => {
      if (blocks === minBlocks) throw error
    })
    if (!seals) {
      blocks = Math.max(minBlocks, Math.floor(blocks / 8))
      continue
    }
    const rows = [...seals].flatMap(([node, seal]) => toSealRow(node, seal) ?? [])
    await store.inTurn(resolver.id).transaction(async (tx) => {
      await saveSealScan(tx, resolver, to)
      await writeSeals(tx, resolver.id, rows)
    })
    from = to + 1
  }
}
