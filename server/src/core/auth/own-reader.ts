import type { Hex } from 'viem'
import { recoverSigner } from '../../chain/signatures.ts'
import { isHexBytes, lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { Domain } from '../../model/domain.ts'
import type { Caller, CoreContext } from '../context.ts'
import {
  onlyAllowedSites,
  parseSignedMessage,
  readClaimsPurpose,
  verifySignedMessage,
} from './signed-message.ts'

interface OwnReader {
  readonly wallet: Hex
  /** Of what is read: a key controls its address on every chain (absent), a contract wallet on the one where it was verified. */
  readonly chainId: ChainId | undefined
}

interface ReadOwn {
  readonly caller: Caller
  readonly chainId: ChainId
  /** The message may then be signed at its sites. */
  readonly domain?: Pick<Domain, 'key' | 'allowedOrigins'> | undefined
}

/** The wallet that reads what is for it alone: its claims, and the messages for it as a holder. The message may be used again. */
export async function verifyOwnReader(
  context: CoreContext,
  { caller, chainId, domain }: ReadOwn,
): Promise<OwnReader> {
  const sites = onlyAllowedSites({ allowedOrigins: null, ...domain })
  const signer = await verifySignedMessage(context, caller, { chainId, purpose: readClaimsPurpose, ...sites })
  const wallet = lowerCaseHex(signer)
  const { message, signature } = parseSignedMessage(caller.signedMessage).signedMessage
  const isKey = isHexBytes(signature) && recoverSigner(message, signature) === wallet
  return { wallet, chainId: isKey ? undefined : chainId }
}
