import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { withdrawClaim } from '../claim/claim.ts'
import type { DomainPage } from '../page-data.ts'
import {
  isHeld,
  listRequests,
  type OwnRequest,
  readStates,
  signToRead,
  storedAccess,
} from './own-requests.ts'
import { RequestCard } from './RequestCard.tsx'
import { forgetRequest, storedRequests } from './stored-requests.ts'
import { useOwnWallet } from './use-own-wallet.tsx'

interface RequestOfPageProps {
  readonly domain: DomainPage
  readonly isSandbox: boolean
  /** The visitor asks for it, with any wallet. */
  readonly isAskedFor: boolean
  /** To the form. */
  readonly onAnother: () => void
}

/** What a wallet has asked for at this domain, in place of the form. */
export function RequestOfPage({ domain: page, isSandbox, isAskedFor, onAnother }: RequestOfPageProps) {
  const { name: domain, chainId, branding } = page
  const [requests, setRequests] = useState<readonly OwnRequest[]>()
  const { askForWallet, dialog } = useOwnWallet(isSandbox)
  const { problem, run } = useAction()
  const load = async () => {
    const access = storedAccess()
    const own = storedRequests().filter((each) => each.domain === domain && each.chainId === chainId)
    const isOfAccess = own.every(({ address }) => address === access?.address)
    const found = access && isOfAccess ? await listRequests(access, domain) : await readStates(own)
    const open = found.filter(({ state }) => state !== 'withdrawn')
    const [newest] = open
    // A name that was given may be gone again, or another wallet's.
    const isLost = newest?.state === 'approved' && !(await isHeld(newest, access?.address ?? own[0]?.address))
    if (newest && isLost) forgetRequest(newest.id)
    setRequests(isLost ? [] : open.map((each) => ({ title: branding.title, ...each })))
  }
  const readAnswer = async (isOther = false) => {
    const wallet = await askForWallet(isOther)
    if (!wallet) return requests ? undefined : onAnother()
    await signToRead(wallet, chainId)
    await load()
  }
  const read = () => run(() => (isAskedFor && !storedAccess() ? readAnswer() : load()))
  const begin = useEffectEvent(read)
  useEffect(() => void begin(), [])
  const withdraw = async (claimId: string) => {
    const wallet = await askForWallet()
    if (!wallet) return
    await withdrawClaim(wallet, { domain, chainId, claimId })
    forgetRequest(claimId)
    await load()
  }
  const [newest] = requests ?? []
  const isGone = requests !== undefined && newest === undefined
  useEffect(() => {
    // A request of this browser that was withdrawn elsewhere, or is forgotten.
    if (isGone && !isAskedFor) onAnother()
  }, [isGone, isAskedFor, onAnother])
  const askAgain = () => {
    // Its outcome was seen.
    if (newest && newest.state !== 'pending') forgetRequest(newest.id)
    onAnother()
  }
  const another = (
    <Button className="w-full" onClick={askAgain}>
      {t('request.another')}
    </Button>
  )
  return (
    <div className="mt-7 grid gap-3">
      {newest && (
        <RequestCard
          key={newest.id}
          request={newest}
          heading="h2"
          onWithdraw={() => withdraw(newest.id)}
          onReadAnswer={() => readAnswer()}
          another={null}
        />
      )}
      {isGone && (
        <Notice title={t('request.none')} isLive>
          <Button className="mt-2" onClick={() => void run(() => readAnswer(true))}>
            {t('request.other-wallet')}
          </Button>
        </Notice>
      )}
      {problem && (
        <>
          <Failure title={t('request.not-read')} problem={problem} />
          <Button onClick={() => void read()}>{t('try-again')}</Button>
        </>
      )}
      {!requests && !problem && (
        <p role="status" className="text-soft">
          {t('one-moment')}
        </p>
      )}
      {another}
      {dialog}
    </div>
  )
}
