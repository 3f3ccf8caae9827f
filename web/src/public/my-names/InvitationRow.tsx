import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import { acceptInvitation, declineInvitation } from './answer-invitation.ts'
import type { HeldName } from './list-names.ts'

interface InvitationRowProps {
  readonly name: HeldName
  readonly wallet: ConnectedWallet
  readonly onAnswered: () => void
}

export function InvitationRow({ name, wallet, onAnswered }: InvitationRowProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const answer = async (send: typeof acceptInvitation) => {
    setProblem(undefined)
    setIsBusy(true)
    try {
      await send(wallet, name)
      onAnswered()
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="px-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-lg font-semibold">
          <NameTitle name={name.ens} />
        </span>
        <span className="flex gap-2">
          <Button
            look="primary"
            disabled={isBusy}
            aria-label={`Accept ${name.ens}`}
            onClick={() => void answer(acceptInvitation)}
          >
            Accept
          </Button>
          <Button
            disabled={isBusy}
            aria-label={`Decline ${name.ens}`}
            onClick={() => void answer(declineInvitation)}
          >
            Decline
          </Button>
        </span>
      </div>
      {problem !== undefined && (
        <div className="mt-3">
          <Notice tone="bad" title="Your answer was not sent." isLive>
            {problem}
          </Notice>
        </div>
      )}
    </li>
  )
}
