import type { Hex } from 'viem'
import { presentSets } from '../../chain/seals.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { fromHex, lowerCaseHex } from '../../crypto/hex.ts'
import { formatAddress } from '../../ens/address.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import type { EnsName } from '../../ens/names.ts'
import { mergeRecords, parseRecordChanges, type RecordInput } from '../../ens/records.ts'
import { emptyRecords, type Records, withEthAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { decodeSignedSets, recordsOf, type SignedSets, validUntilOf } from '../../gateway/signed-sets.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { SealedSet } from '../../model/seal.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import type { CoreContext } from '../context.ts'
import type { KnownSeal } from './find-seals.ts'
import { readSealAnew } from './read-seal.ts'

/** Two years: a holder who has lost the key is not answered for longer. */
const maxLifetimeSeconds = 2 * 366 * 86_400

interface NameOfResolver {
  readonly resolver: Resolver
  readonly name: EnsName
}

/** What the holder of a name may have signed: `assertSignedByHolder` decides. */
export interface OpenedSet {
  readonly seal: KnownSeal
  readonly set: SealedSet
  /** All of the name, valid by the rules of others. */
  readonly records: Records
  /** The same, as they would be written. */
  readonly input: RecordInput
}

/**
 * Rules in order: the response is well-formed, its records are valid, it ends within two years, the name is sealed on chain now.
 * @throws AppError `BadRequestException`, `InvalidRecordException`, `NotSealedException`, and as `readSealAnew`.
 */
export async function openSignedSet(
  context: CoreContext,
  { resolver, name, response: written }: NameOfResolver & { readonly response: Hex },
): Promise<OpenedSet> {
  const response = lowerCaseHex(written)
  const sets = decodeSignedSets(fromHex(response))
  const input = toInput(recordsOf(sets))
  const records = validRecords(context, input)
  const validUntil = readEnd(context, sets)
  const seal = await readSealAnew(context, resolver, name)
  if (!seal) throw notSealedError(name)
  const { holder, kind } = seal
  const { sequence } = sets.set
  return {
    seal,
    records,
    input,
    set: { holder, kind, sequence, validUntil, response, storedAt: context.clock() },
  }
}

/** By the contract. @throws AppError `InvalidSignatureException`, `SequenceTooLowException`, and as `presentSets`. */
export async function assertSignedByHolder(
  { chains }: Pick<CoreContext, 'chains'>,
  { resolver, name }: NameOfResolver,
  { seal: { sealProof }, set: { response } }: OpenedSet,
): Promise<void> {
  const chain = chainClientOf(chains, resolver.chainId)
  await presentSets(chain, checksumAddress(resolver.address), { name, response, sealProof })
}

/** By the rules of other records. The order of the keys is that of the set. */
function validRecords({ rules: { limits } }: CoreContext, input: RecordInput): Records {
  const changes = parseRecordChanges(input, limits.records)
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
