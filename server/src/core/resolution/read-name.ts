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
  /** The caller's RPC, https or http. A secret: it may contain the caller's key. */
  readonly rpcUrl: string
}

/** A name in ENS, as read through one RPC. */
export interface ReadNameResult {
  readonly name: string
  /** `null` when the name is unregistered or has no resolver. */
  readonly resolver: Hex | null
  /** Whether its resolver is one of this service's, under an onboarded domain. */
  readonly isServedByUs: boolean
  readonly records: Records
}

/**
 * Reads the records of any ENS name as a client does: through the Universal Resolver of the chain that the caller's RPC serves,
 * following lookups (EIP-3668) to any gateway, under the outbound guard. With `@<chain>`, only the address on that chain is
 * read. An unregistered name has no records.
 *
 * Nothing is stored: the caller's RPC is untrusted.
 */
export async function readName(context: CoreContext, { name, rpcUrl }: ReadName): Promise<ReadNameResult> {
  const interoperableName = parseInteroperableName(name)
  const reader = await readerForCallerRpc(context, rpcUrl, { acceptsHttp: true })
  return readNameInSession(context, reader.openSession(), interoperableName)
}

/** Reads a parsed name in an open session. */
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
