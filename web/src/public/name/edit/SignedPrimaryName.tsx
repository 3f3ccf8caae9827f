import { useState } from 'react'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { currentLanguage, t, tNodes } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Time } from '../../../ui/Time.tsx'
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

interface SignedPrimaryNameProps {
  readonly name: string
  readonly wallet: ConnectedWallet
  readonly signing: SigningNetwork
}

/** For those without gas on the chain: a signature, and the call data that any account can send. */
export function SignedPrimaryName({ name, wallet, signing }: SignedPrimaryNameProps) {
  const [call, setCall] = useState<SignedCall>()
  const { isBusy, problem, run } = useAction()
  const sign = () => run(async () => setCall(await signPrimaryName(wallet, name, signing)))
  return (
    <section aria-label={t('primary.without-gas')} className="border-line mt-6 border-t pt-4">
      <p className="text-soft mb-3 text-sm">{t('primary.without-gas-text')}</p>
      {call ? (
        <CallData {...call} />
      ) : (
        <Button className="w-full" isBusy={isBusy} onClick={sign}>
          {t(isBusy ? 'waiting-for-wallet' : 'primary.sign-only')}
        </Button>
      )}
      <Failure title={t('primary.no-call')} problem={problem} className="mt-4" />
    </section>
  )
}

function CallData({ chainId, to, data, expiresAt, isChecked }: SignedCall) {
  const parts = [
    [t('primary.chain'), `${chainId}`],
    [t('primary.to'), to],
    [t('primary.data'), data],
  ] as const
  return (
    <>
      <Notice
        tone={isChecked ? 'good' : 'warn'}
        title={t(isChecked ? 'primary.signed' : 'primary.signed-unchecked')}
        isLive
      >
        {!isChecked && <p>{t('primary.unchecked')}</p>}
        {expiresAt !== undefined && (
          <p>
            {tNodes('primary.until', {
              time: <Time key="time" iso={new Date(expiresAt * 1000).toISOString()} />,
            })}
          </p>
        )}
      </Notice>
      <dl className="mt-3 grid gap-2 text-xs">
        {parts.map(([title, value]) => (
          <div key={title}>
            <dt className="text-soft flex items-center justify-between">
              {title}
              <CopyButton text={value} subject={title.toLocaleLowerCase(currentLanguage())} />
            </dt>
            <dd className="mono name-breaks">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A call that sets the primary name of the signer, whichever account sends it. */
interface SignedCall {
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
async function signPrimaryName(
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
  if (form === undefined) throw new Error(t('primary.unknown-form'))
  return form
}

async function requestSignature({ provider, address }: ConnectedWallet, message: string): Promise<string> {
  const signature = await provider.request({ method: 'personal_sign', params: [message, address] })
  if (typeof signature !== 'string') throw new Error(t('wallet.no-signature'))
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
    throw new Error(t('primary.rejected'), { cause: error })
  }
}
