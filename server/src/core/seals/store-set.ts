import { presentSets } from '../../chain/seals.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex, lowerCaseHex } from '../../crypto/hex.ts'
import { formatAddress } from '../../ens/address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import type { EnsName } from '../../ens/names.ts'
import { mergeRecords, parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { emptyRecords, type Records, withEthAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { decodeSignedSets, recordsOf, type SignedSets, validUntilOf } from '../../gateway/signed-sets.ts'
import type { SealedSet } from '../../model/seal.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { findSealedSet, writeSealedSet } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { updateRecords } from '../subnames/change.ts'
import { requireSubname } from '../subnames/rules.ts'
import { chargeWrite } from '../write-budgets.ts'
import { sealStateOf } from './describe-seal.ts'
import type { KnownSeal } from './find-seals.ts'
import { readSealAnew } from './read-seal.ts'
import type { SealableName } from './read-set.ts'

/** Two years: a holder who has lost the key is not answered for longer. */
const maxLifetimeSeconds = 2 * 366 * 86_400

interface StoreSealedSet {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Signed sets, as the contract is answered. */
  readonly response: `0x${string}`
}

/**
 * Keeps what the holder of a sealed name has signed, in place of its records. The signature is the right to do so: nothing else is
 * asked for. Rules in order: the name exists, its domain is not blocked, it is claimed, the response is well-formed, its records are
 * valid, it ends within two years, the name is sealed on chain now, the numbers are greater than those of the stored set of this
 * holder, the contract answers from it.
 */
export async function storeSealedSet(
  context: CoreContext,
  { chainId, name, response: written }: StoreSealedSet,
): Promise<SealableName> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain, resolver } = details
  assertNotBlocked(domain)
  if (!subname.isClaimed)
    throw new AppError('NotClaimedException', `${name} is only reserved. Accept it first.`)
  const response = lowerCaseHex(written)
  const sets = decodeSignedSets(fromHex(response))
  const records = validRecords(context, recordsOf(sets))
  const validUntil = readEnd(context, sets)
  const seal = await readSealAnew(context, resolver, name)
  if (!seal) throw notSealedError(name)
  const { holder, kind } = seal
  const set = { holder, kind, sequence: sets.set.sequence, validUntil, response, storedAt: context.clock() }
  assertNewer(name, seal, set, await findSealedSet(context.store.db, subname))
  const chain = chainClientOf(context.chains, chainId)
  await presentSets(chain, checksumAddress(resolver.address), { name, response, sealProof: seal.sealProof })
  await chargeWrite(context, { wallet: holder, name: subname, domainId: domain.id, bytes: response.length })
  const updated = await updateRecords(context, {
    subname,
    isSignedByHolder: true,
    change: () => records,
    ...(kind === 'account' && holder !== subname.holder && { newHolder: holder }),
    inSameTransaction: async (tx) => {
      assertNewer(name, seal, set, await findSealedSet(tx, subname))
      await writeSealedSet(tx, subname, set)
    },
  })
  return { ...details, subname: updated, seal: { holder, kind, set, state: sealStateOf(context, set) } }
}

/** By the rules of other records. The order of the keys is that of the set. */
function validRecords({ rules: { limits } }: CoreContext, signed: Records): Records {
  const changes = parseRecordChanges(toInput(signed), limits.records)
  return withEthAddress(mergeRecords(emptyRecords, changes, limits.records))
}

function toInput({ addresses, texts, contenthash }: Records): RecordInput {
  const content = contenthash === null ? null : formatContenthash(contenthash)
  if (contenthash !== null && content === null)
    throw new AppError('InvalidRecordException', 'The content hash of the set is of an unknown form.')
  return {
    addresses: addresses.map(({ coinType, address }) => ({
      coinType,
      address: formatAddress(coinType, address),
    })),
    texts,
    ...(content && { contenthash: `${content.protocolType}://${content.decoded}` }),
  }
}

function readEnd({ clock }: CoreContext, sets: SignedSets): number {
  const end = validUntilOf(sets)
  const now = Math.floor(clock() / 1000)
  if (end <= BigInt(now))
    throw new AppError('BadRequestException', 'response: the time until which it is signed has passed.')
  if (end > BigInt(now + maxLifetimeSeconds))
    throw new AppError(
      'BadRequestException',
      'response: it is signed for more than two years. Sign it for less.',
    )
  return Number(end)
}

function notSealedError(name: EnsName): AppError {
  return new AppError(
    'NotSealedException',
    `${name} is not sealed on chain, so that no signature of a holder counts. Change its records as those of any name.`,
  )
}

/** By the numbers of set, delegation and delegated set, in this order. A set of another holder, or before a change of the seal, counts no more. */
function assertNewer(name: EnsName, seal: KnownSeal, next: SealedSet, stored: SealedSet | undefined): void {
  if (!stored || stored.holder !== seal.holder || stored.sequence < seal.sequence) return
  const before = numbersOf(stored)
  const after = numbersOf(next)
  const index = before.findIndex((number, at) => number !== after[at])
  if (index >= 0 && (after[index] ?? 0n) > (before[index] ?? 0n)) return
  throw new AppError(
    'SequenceTooLowException',
    `response: ${name} has a set with the number ${stored.sequence} already. Sign one with a greater number.`,
  )
}

function numbersOf({ response }: Pick<SealedSet, 'response'>): readonly bigint[] {
  const { set, delegated } = decodeSignedSets(fromHex(response))
  return [set.sequence, delegated?.delegation.sequence ?? -1n, delegated?.sequence ?? -1n]
}
