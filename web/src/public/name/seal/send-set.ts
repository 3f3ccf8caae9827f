import { ApiError } from '../../../api/api-error.ts'
import { api, chainIdOf, unwrapWithEtag } from '../../../api/client.ts'
import { signRecordSet } from '../../../seals/sign-record-set.ts'
import { encodeSignedSet, type RecordSet } from '../../../seals/signed-set.ts'
import { t } from '../../../text/messages.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { isPassing } from '../../../wallet/wallet-error.ts'
import type { StoredName } from '../../page-data.ts'
import type { PreparedSet } from './prepare-set.ts'

/** What is signed, until the service has answered: tried again without another signature. */
export interface Signed {
  readonly prepared: PreparedSet
  readonly set: RecordSet
  readonly response: string
}

/** One signature in the wallet. */
export async function signSet(
  wallet: ConnectedWallet,
  prepared: PreparedSet,
  set: RecordSet,
): Promise<Signed> {
  const { ens: name, chainId, records } = prepared.name
  const signature = await signRecordSet(wallet, { name, chainId, resolver: records.resolverAddress }, set)
  return { prepared, set, response: encodeResponse(prepared, set, signature) }
}

/** What a delegate has signed stays, where it counts for as long as the set. */
function encodeResponse({ stored }: PreparedSet, set: RecordSet, signature: Uint8Array): string {
  const delegated = stored?.delegated
  const isKept = delegated !== undefined && delegated.validUntil >= set.validUntil
  return encodeSignedSet({ ...set, signature, ...(isKept && { delegated }) })
}

/** The name as it is afterwards. @throws ApiError, SetRefusedError, ChainSilentError. */
export async function sendSet({ prepared: { name }, response }: Signed): Promise<StoredName> {
  const { ens, chainId, sealed } = name
  try {
    const saved = await unwrapWithEtag(
      api.PUT('/byname/v1/names/{name}/sealed-set', {
        params: { path: { name: ens }, query: { chainId: chainIdOf(chainId) } },
        body: { response },
      }),
    )
    return { name: { ...name, ...saved.data }, etag: saved.etag }
  } catch (error) {
    throw toSetError(error, sealed?.holder ?? '')
  }
}

/** Where the service does not take what is signed: in words, as far as the contract decides. */
export function toSetError(error: unknown, holder: string): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 401) return new SetRefusedError(t('sealed.refused', { holder: shortAddress(holder) }))
  if (error.status === 502 || error.status === 504) return new ChainSilentError(t('sealed.chain-silent'))
  return error
}

/** The resolver contract does not accept the signature. */
class SetRefusedError extends Error {
  override readonly name = 'SetRefusedError'
}

/** The RPC of the chain has not answered the service, which could not ask the contract. */
class ChainSilentError extends Error {
  override readonly name = 'ChainSilentError'
}

/** Whether what is signed may be accepted in a moment, as it is. */
export function canSendAgain(error: unknown): boolean {
  return !(error instanceof SetRefusedError) && isPassing(error)
}

/** Another set was stored in the meantime. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.name === 'SequenceTooLowException'
}
