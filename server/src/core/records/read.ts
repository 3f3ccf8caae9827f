import type { Hex } from 'viem'
import { readRecords } from '../../chain/read-records.ts'
import type { Reading } from '../../chain/reading.ts'
import { resolverOf } from '../../chain/resolver-of.ts'
import { type InteroperableName, parseInteroperableName } from '../../ens/interoperable-name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import type { CoreContext } from '../context.ts'
import { readAddressOn } from './read-address-on.ts'
import { isServedHere } from './served-here.ts'
import { callerSource } from './source.ts'

export interface ReadName {
  /** `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`. */
  readonly name: string
  /** The caller's node, https or http. A secret: it may hold the caller's key. */
  readonly rpcUrl: string
}

/** What ENS says about a name, through the eyes of one node. */
export interface NameOnChain {
  readonly name: string
  /** `null` when nobody registered the name, or it has no resolver. */
  readonly resolver: Hex | null
  /** Whether its resolver is one of this service's, under a domain that is onboarded. */
  readonly isServedHere: boolean
  readonly records: Records
}

/**
 * Reads the records of any ENS name as a client would: through the Universal Resolver of the chain that the caller's node
 * serves, following lookups (EIP-3668) to whatever gateway they name, under the outbound guard. With `@<chain>`, the
 * address on that chain is read and nothing else. A name that nobody registered has no records.
 *
 * Nothing of this is kept: the caller's node may say what it likes.
 *
 * @throws AppError `InvalidNameException` (also for a wrong checksum), `RpcUrlRejectedException`,
 * `UnsupportedChainException` for the chain of the node and for an unknown label, `EnsNotFound` when the resolver is ours
 * and the domain is not onboarded; `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function readName(context: CoreContext, { name, rpcUrl }: ReadName): Promise<NameOnChain> {
  const wanted = parseInteroperableName(name)
  const source = await callerSource(context, rpcUrl, { acceptsHttp: true })
  return readWith(context, source.open(), wanted)
}

/** The same by a reading that is open already, of a name that is parsed. */
export async function readWith(
  context: CoreContext,
  reading: Reading,
  wanted: InteroperableName,
): Promise<NameOnChain> {
  const { name, chain } = wanted
  const { resolver } = await resolverOf(reading.chain, name)
  const served = resolver !== null && (await isServedHere(context, reading.chain.id, resolver, name))
  const records =
    chain === undefined
      ? await readRecords(reading, name)
      : await readAddressOn(reading, { ...wanted, chain })
  return { name, resolver, isServedHere: served, records: records ?? emptyRecords }
}
