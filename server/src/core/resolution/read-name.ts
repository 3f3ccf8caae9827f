import type { Hex } from 'viem'
import { findNameResolver } from '../../ccip/find-resolver.ts'
import { readRecords } from '../../ccip/read-records.ts'
import type { ReadSession } from '../../ccip/session.ts'
import { type InteroperableName, parseInteroperableName } from '../../ens/interoperable-name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import type { ErrorName } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { isServedByUs } from './is-own-name.ts'
import { readerForCallerRpc } from './name-reader.ts'
import { readAddressOnChain } from './read-address-on.ts'

export interface ReadName {
  /** `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`. */
  readonly name: string
  /** The caller's node, https or http. A secret: it may hold the caller's key. */
  readonly rpcUrl: string
}

/** What ENS says about a name, through the eyes of one node. */
export interface ReadNameResult {
  readonly name: string
  /** `null` when the name is unregistered or has no resolver. */
  readonly resolver: Hex | null
  /** Whether its resolver is one of this service's, under a domain that is onboarded. */
  readonly isServedByUs: boolean
  readonly records: Records
}

/**
 * Reads the records of any ENS name as a client would: through the Universal Resolver of the chain that the caller's node
 * serves, following lookups (EIP-3668) to whatever gateway they name, under the outbound guard. With `@<chain>`, the
 * address on that chain is read and nothing else. An unregistered name has no records.
 *
 * Nothing of this is kept: the caller's node may say what it likes.
 */
export async function readName(context: CoreContext, { name, rpcUrl }: ReadName): Promise<ReadNameResult> {
  const interoperableName = parseInteroperableName(name)
  const reader = await readerForCallerRpc(context, rpcUrl, { acceptsHttp: true })
  return readNameInSession(context, reader.openSession(), interoperableName)
}

/** The same by a reading that is open already, of a name that is parsed. */
export async function readNameInSession(
  context: CoreContext,
  session: ReadSession,
  interoperableName: InteroperableName,
): Promise<ReadNameResult> {
  const { name, chain } = interoperableName
  const { resolver } = await findNameResolver(session.chain, name)
  const servedByUs = resolver !== null && (await isServedByUs(context, session.chain.id, resolver, name))
  const records =
    chain === undefined
      ? await readRecords(session, name)
      : await readAddressOnChain(session, { ...interoperableName, chain })
  return { name, resolver, isServedByUs: servedByUs, records: records ?? emptyRecords }
}

readNameInSession.errors = [
  ...isServedByUs.errors,
  ...readAddressOnChain.errors,
] as const satisfies readonly ErrorName[]

readName.errors = [
  'InvalidNameException',
  ...readerForCallerRpc.errors,
  ...readNameInSession.errors,
] as const satisfies readonly ErrorName[]
