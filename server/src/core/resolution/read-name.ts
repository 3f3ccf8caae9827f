import type { Hex } from 'viem'
import { findNameResolver } from '../../ccip/find-resolver.ts'
import { readRecords } from '../../ccip/read-records.ts'
import type { ReadSession } from '../../ccip/session.ts'
import { type InteroperableName, parseInteroperableName } from '../../ens/interoperable-name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import type { CoreContext } from '../context.ts'
import { isServedByUs } from './is-own-name.ts'
import { readerForCallerRpc } from './name-reader.ts'
import { readAddressOnChain } from './read-address-on.ts'

export interface ReadName {
  /** `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`. */
  readonly name: string
  /** https or http. Secret: it may contain a key. */
  readonly rpcUrl: string
}

export interface ReadNameResult {
  readonly name: string
  /** `null` when unregistered or without a resolver. */
  readonly resolver: Hex | null
  /** Under an onboarded domain. */
  readonly isServedByUs: boolean
  readonly records: Records
}

/**
 * Uses the Universal Resolver of the RPC's chain and follows lookups (EIP-3668) under the outbound guard. With
 * `@<chain>`, only that address is read. Stores nothing: the RPC is untrusted.
 */
export async function readName(context: CoreContext, { name, rpcUrl }: ReadName): Promise<ReadNameResult> {
  const interoperableName = parseInteroperableName(name)
  const reader = await readerForCallerRpc(context, rpcUrl, { acceptsHttp: true })
  return readNameInSession(context, reader.openSession(), interoperableName)
}

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
