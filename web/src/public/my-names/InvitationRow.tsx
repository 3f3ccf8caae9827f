import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { acceptInvitation, declineInvitation } from './answer-invitation.ts'
import type { HeldName } from './list-names.ts'

interface InvitationRowProps {
  readonly name: HeldName
  readonly wallet: ConnectedWallet
  readonly onAnswered: () => void
}

export function InvitationRow({ name, wallet, onAnswered }: InvitationRowProps) {
  const { isBusy, problem, run } = useAction()
  const answer = (send: typeof acceptInvitation) =>
    run(async () => {
      await send(wallet, name)
      onAnswered()
    })
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
      <Failure title="Your answer was not sent." problem={problem} className="mt-3" />
    </li>
  )
}
