import { fromHex } from '../../../sdk/src/verify/bytes.ts'
import { signTypedData } from '../wallet/sign-typed-data.ts'
import type { ConnectedWallet } from '../wallet/wallet.ts'
import type { RecordSet } from './signed-set.ts'
import { recordSetData } from './typed-data.ts'

interface SealedName {
  readonly name: string
  readonly chainId: number
  /** Address of the contract that verifies it. */
  readonly resolver: string
}

/** One signature (EIP-712) in the wallet. */
export async function signRecordSet(
  wallet: ConnectedWallet,
  { name, chainId, resolver }: SealedName,
  set: RecordSet,
): Promise<Uint8Array> {
  return fromHex(await signTypedData(wallet, chainId, recordSetData({ chainId, resolver }, name, set)))
}
