import {
  encodeReverseClaim,
  expiryOf,
  findReverseClaimForm,
  type ReverseClaimForm,
  reverseClaimMessage,
} from '../../../wallet/reverse-claim.ts'
import { switchChain } from '../../../wallet/send-transaction.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { isRejection } from '../../../wallet/wallet-error.ts'
import type { SigningNetwork } from './primary-name-networks.ts'

/** A call that sets the primary name of the signer, whichever account sends it. */
export interface SignedCall {
  readonly chainId: number
  readonly to: string
  readonly data: string
  /** Seconds of the epoch; absent: a newer name replaces it. */
  readonly expiresAt: number | undefined
  /** False when the chain could not be asked whether it accepts the call. */
  readonly isChecked: boolean
}

/** Contracts refuse a time ahead of their chain's, whose last block may be some seconds old. */
const clockMarginSeconds = 60

/** One signature. Nothing is sent. @throws Error when the chain would reject the call. */
export async function signPrimaryName(
  wallet: ConnectedWallet,
  name: string,
  { chainId, registrar, form: expected }: SigningNetwork,
): Promise<SignedCall> {
  const found = (await canSwitch(wallet, chainId)) ? await findForm(wallet, registrar) : undefined
  const form = found ?? expected
  const signedAt = Math.floor(Date.now() / 1000) - clockMarginSeconds
  const claim = { registrar, address: wallet.address, name, chainId, signedAt }
  const signature = await requestSignature(wallet, reverseClaimMessage(form, claim))
  const call = { to: registrar, data: encodeReverseClaim(form, claim, signature) }
  if (found) await assertAccepted(wallet, call)
  return { ...call, chainId, expiresAt: expiryOf(form, claim), isChecked: found !== undefined }
}

/** False when the wallet does not know the chain. What it signs is not bound to the chain that it is on. */
async function canSwitch(wallet: ConnectedWallet, chainId: number): Promise<boolean> {
  try {
    await switchChain(wallet, chainId)
    return true
  } catch (error) {
    if (isRejection(error)) throw error
    return false
  }
}

/** Undefined when the chain has no contract there. */
async function findForm({ provider }: ConnectedWallet, to: string): Promise<ReverseClaimForm | undefined> {
  const code = await provider.request({ method: 'eth_getCode', params: [to, 'latest'] })
  if (typeof code !== 'string' || code === '0x') return undefined
  const form = findReverseClaimForm(code)
  if (form === undefined) throw new Error('The registrar of this chain takes no signature that we know.')
  return form
}

async function requestSignature({ provider, address }: ConnectedWallet, message: string): Promise<string> {
  const signature = await provider.request({ method: 'personal_sign', params: [message, address] })
  if (typeof signature !== 'string') throw new Error('The wallet returned no signature.')
  return signature
}

async function assertAccepted(
  { provider }: ConnectedWallet,
  call: { readonly to: string; readonly data: string },
): Promise<void> {
  try {
    await provider.request({ method: 'eth_call', params: [call, 'latest'] })
  } catch (error) {
    if (isRejection(error)) throw error
    throw new Error('The chain would reject this signature.', { cause: error })
  }
}
