import { useState } from 'react'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Time } from '../../../ui/Time.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { SigningNetwork } from './primary-name-networks.ts'
import { type SignedCall, signPrimaryName } from './sign-primary-name.ts'

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
    <section aria-label="Without gas" className="border-line mt-6 border-t pt-4">
      <p className="text-soft mb-3 text-sm">
        No gas there? Sign it, and give the call to someone who sends it. It can set this name only.
      </p>
      {call ? (
        <CallData {...call} />
      ) : (
        <Button className="w-full" disabled={isBusy} onClick={sign}>
          {isBusy ? 'Waiting for your wallet…' : 'Sign it only'}
        </Button>
      )}
      <Failure title="There is no call to send." problem={problem} className="mt-4" />
    </section>
  )
}

function CallData({ chainId, to, data, expiresAt, isChecked }: SignedCall) {
  const parts = [
    ['Chain', `${chainId}`],
    ['To', to],
    ['Data', data],
  ] as const
  return (
    <>
      <Notice
        tone={isChecked ? 'good' : 'warn'}
        title={isChecked ? 'Signed: the chain accepts this call.' : 'Signed, but not checked.'}
        isLive
      >
        {!isChecked && (
          <p>Your wallet could not ask the registrar of this chain whether it accepts the call.</p>
        )}
        {expiresAt !== undefined && (
          <p>
            It can be sent until <Time iso={new Date(expiresAt * 1000).toISOString()} />.
          </p>
        )}
      </Notice>
      <dl className="mt-3 grid gap-2 text-xs">
        {parts.map(([title, value]) => (
          <div key={title}>
            <dt className="text-soft flex items-center justify-between">
              {title}
              <CopyButton text={value} subject={title.toLowerCase()} />
            </dt>
            <dd className="mono name-breaks">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
