import { readSealTrees, readStoredSeal, type StoredSeal } from '../../chain/seals.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex, toHex } from '../../crypto/hex.ts'
import { type EnsName, namehash } from '../../ens/names.ts'
import type { Resolver } from '../../model/resolver.ts'
import { formatSealTrees } from '../../model/seal.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import {
  deleteSeal,
  findStoredSeals,
  type SealRow,
  saveSealTrees,
  writeSeals,
} from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import { findSeals, holderKindOf, type KnownSeal } from './find-seals.ts'

/**
 * Reads from the contract who holds a name now, and keeps it; `undefined` for a name that is not sealed.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function readSealAnew(
  context: CoreContext,
  resolver: Resolver,
  name: EnsName,
): Promise<KnownSeal | undefined> {
  const { db } = context.store
  const chain = chainClientOf(context.chains, resolver.chainId)
  const address = checksumAddress(resolver.address)
  const node = toHex(namehash(name))
  const [stored, trees] = await Promise.all([
    readStoredSeal(chain, address, node),
    readSealTrees(chain, address),
  ])
  if (!stored || !trees) return undefined
  const sealTrees = formatSealTrees(trees)
  const row = toSealRow(node, stored)
  const [before] = await findStoredSeals(db, resolver.id, [node])
  if (sealTrees !== resolver.sealTrees || !isSame(before, row))
    await context.store.inTurn(resolver.id).transaction(async (tx) => {
      if (sealTrees !== resolver.sealTrees) await saveSealTrees(tx, resolver.id, sealTrees)
      if (row) await writeSeals(tx, resolver.id, [row])
      else await deleteSeal(tx, resolver.id, node)
    })
  const hasSeals = resolver.hasSeals || row !== undefined
  return (await findSeals(db, { id: resolver.id, hasSeals, sealTrees }, [name])).get(name)
}

type NewSealRow = Omit<SealRow, 'resolverId'>

/** `undefined` while nothing is written, so that the trees count. */
export function toSealRow(
  node: SealRow['node'],
  { holder, kind, sequence }: StoredSeal,
): NewSealRow | undefined {
  if (kind === 0) return undefined
  return { node, holder: lowerCaseHex(holder), kind: holderKindOf(kind) ?? 'open', sealSequence: sequence }
}

function isSame(before: NewSealRow | undefined, after: NewSealRow | undefined): boolean {
  return (
    before?.holder === after?.holder &&
    before?.kind === after?.kind &&
    before?.sealSequence === after?.sealSequence
  )
}
