import { useEffect, useState } from 'react'
import { importPart } from '../../../api/import-part.ts'
import { Failure } from '../../../form/Failure.tsx'
import { useAction } from '../../../form/use-action.ts'
import { t, tNodes } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Time } from '../../../ui/Time.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { lastHolder } from '../edit/connect-holder.ts'
import { readName } from '../read-name.ts'

interface SealNoticeProps {
  readonly name: Name
  readonly isSandbox: boolean
  /** That of the editor; absent: the one that was connected last. */
  readonly wallet: ConnectedWallet | null | undefined
  readonly onEdit: (wallet: ConnectedWallet) => void
  readonly onSaved: (stored: StoredName) => void
}

/** Before the end of what is signed. */
const noticeMs = 60 * 86_400_000

/** For the holder of a sealed name alone: what is signed ends soon, has ended, or is missing. */
export function SealNotice(props: SealNoticeProps) {
  return <div className="mt-6 max-w-prose empty:hidden">{useNotice(props)}</div>
}

function useNotice({ name, isSandbox, wallet, onEdit, onSaved }: SealNoticeProps) {
  const [known, setKnown] = useState<ConnectedWallet>()
  const [renewedUntil, setRenewedUntil] = useState<string>()
  const { isBusy, problem, run } = useAction()
  const { sealed } = name
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown.
  useEffect(() => {
    void lastHolder(name, { isSandbox }).then(setKnown)
  }, [])
  const holder = wallet ?? known
  const end = sealed?.validUntil ?? null
  if (!sealed || name.state !== 'claimed' || !holder || holder.address !== sealed.holder) return null
  if (renewedUntil !== undefined && renewedUntil === end)
    return (
      <Notice tone="good" isLive title={tNodes('sealed.renewed', { time: <Time key="time" iso={end} /> })} />
    )
  if (end === null)
    return (
      <Notice tone="warn" title={t('sealed.unsigned')}>
        {!wallet && (
          <Button className="mt-3" onClick={() => onEdit(holder)}>
            {t('sealed.edit')}
          </Button>
        )}
      </Notice>
    )
  const leftMs = Date.parse(end) - Date.now()
  if (leftMs > noticeMs) return null
  const renew = async () => {
    const { renewSet } = await importPart(() => import('./renew-set.ts'))
    const stored = (await renewSet(name, holder)) ?? (await readName(name))
    setRenewedUntil(stored.name.sealed?.validUntil ?? undefined)
    onSaved(stored)
  }
  const time = <Time key="time" iso={end} />
  return (
    <Notice
      tone={leftMs > 0 ? 'warn' : 'bad'}
      title={tNodes(leftMs > 0 ? 'sealed.ends' : 'sealed.ended', { time })}
    >
      <p>{t(leftMs > 0 ? 'sealed.ends-text' : 'sealed.ended-text')}</p>
      <Button className="mt-3" isBusy={isBusy} onClick={() => void run(renew)}>
        {t(isBusy ? 'sign-in-wallet' : 'sealed.renew')}
      </Button>
      <Failure title={t('edit.not-saved')} problem={problem} className="mt-3" />
    </Notice>
  )
}
