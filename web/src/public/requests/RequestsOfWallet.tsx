import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { ConnectedWallet } from '../../wallet/wallet.ts'
import { withdrawClaim } from '../claim/claim.ts'
import { useRestore } from '../use-return.ts'
import { MessagesOfWallet } from './MessagesOfWallet.tsx'
import {
  type Access,
  listRequests,
  type OwnRequest,
  readStates,
  signToRead,
  storedAccess,
} from './own-requests.ts'
import { RequestCard } from './RequestCard.tsx'
import { forgetRequest, storedRequests } from './stored-requests.ts'

interface RequestsOfWalletProps {
  readonly wallet: ConnectedWallet
  readonly chainId: number
  /** What the wallet holds: other names that it has received may be gone again. */
  readonly heldNames: readonly string[]
}

/** What the wallet has asked for: what this browser knows, else all of it, and the messages for it, with one signature. */
export function RequestsOfWallet({ wallet, chainId, heldNames }: RequestsOfWalletProps) {
  const { address } = wallet
  const [requests, setRequests] = useState<readonly OwnRequest[]>([])
  const [access, setAccess] = useState<Access>()
  const { isBusy, problem, run } = useAction()
  const load = async () => {
    const access = storedAccess(address)
    const own = storedRequests().filter((each) => each.address === address)
    setRequests(access ? await listRequests(access) : await readStates(own))
    setAccess(access)
  }
  const begin = useEffectEvent(() => run(load))
  useEffect(() => void begin(), [])
  useRestore(() => void run(load))
  const showAll = async () => {
    await signToRead(wallet, chainId)
    await load()
  }
  const withdraw = async ({ id: claimId, domain, chainId }: OwnRequest) => {
    await withdrawClaim(wallet, { domain, chainId, claimId })
    forgetRequest(claimId)
    await load()
  }
  const shown = requests.filter(
    ({ state, name }) => state !== 'withdrawn' && (state !== 'approved' || heldNames.includes(name)),
  )
  const isOfBoth = !access && shown.length === 0
  return (
    <>
      {access && <MessagesOfWallet key={access.expiresAt} access={access} />}
      <section aria-labelledby="requests" className="mt-10">
        <h2 id="requests" className="mb-3 text-lg font-semibold tracking-tight">
          {t(isOfBoth ? 'request.title-all' : 'request.title')}
        </h2>
        {shown.length > 0 && (
          <ul className="grid gap-3">
            {shown.map((request) => (
              <li key={request.id}>
                <RequestCard
                  request={request}
                  heading="h3"
                  onWithdraw={() => withdraw(request)}
                  onReadAnswer={showAll}
                  another={
                    <LinkButton
                      href={`/claim/${encodeURIComponent(request.domain)}?chainId=${request.chainId}`}
                    >
                      {t('request.another')}
                    </LinkButton>
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {access ? (
          shown.length === 0 && <Notice title={t('request.none')} />
        ) : (
          <div className="mt-3">
            <Button isBusy={isBusy} onClick={() => void run(showAll)}>
              {t('request.show')}
            </Button>
            <p className="text-soft mt-2 text-sm">{t('request.show-text')}</p>
          </div>
        )}
        <Failure title={t('request.not-read')} problem={problem} className="mt-3" />
      </section>
    </>
  )
}
