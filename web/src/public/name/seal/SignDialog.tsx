import { useRef, useState } from 'react'
import { Form } from '../../../form/Form.tsx'
import { t } from '../../../text/messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { StoredName } from '../../page-data.ts'
import { compareRecords } from './next-records.ts'
import {
  endOf,
  type Lifetime,
  lifetimes,
  type PreparedSet,
  toRecordSet,
  usualLifetime,
} from './prepare-set.ts'
import { RecordChanges } from './RecordChanges.tsx'
import { SetFacts } from './SetFacts.tsx'
import { canSendAgain, isOutdated, type Signed, sendSet, signSet } from './send-set.ts'

interface SignDialogProps {
  readonly prepared: PreparedSet
  /** What the form has as site; empty: none. */
  readonly site: string
  readonly wallet: ConnectedWallet
  /** Another set was stored in the meantime: reads it and prepares another one. */
  readonly onOutdated: () => Promise<void>
  readonly onSaved: (stored: StoredName) => void
  readonly onClose: () => void
}

/** Shows all that is signed, before the wallet does. */
export function SignDialog({ prepared, site, wallet, onOutdated, onSaved, onClose }: SignDialogProps) {
  const { name, stored } = prepared
  const [lifetime, setLifetime] = useState<Lifetime>(usualLifetime)
  const [openedMs] = useState(Date.now)
  const [isRead, setIsRead] = useState(false)
  // Sent again as it is, where nothing but the connection has failed.
  const signed = useRef<Signed>(undefined)
  const validUntil = endOf(lifetime, openedMs)
  const set = toRecordSet(prepared, validUntil, openedMs)
  const sign = async () => {
    const kept = signed.current
    const isSame = kept?.prepared === prepared && kept.set.validUntil === validUntil
    signed.current = undefined
    const next = isSame ? kept : await signSet(wallet, prepared, set)
    try {
      onSaved(await sendSet(next))
    } catch (error) {
      if (canSendAgain(error)) signed.current = next
      if (!isOutdated(error)) throw error
      await onOutdated()
      setIsRead(true)
    }
  }
  return (
    <Dialog title={t('sealed.title', { name: name.ens })} width="wide" onClose={onClose}>
      <Form
        name="sealed-set"
        work="losable"
        submit={sign}
        failure={t('edit.not-saved')}
        action={t('sealed.sign')}
        busyAction={t('sign-in-wallet')}
        button={{ className: 'w-full' }}
      >
        {isRead && (
          <Notice tone="warn" isLive title={t('sealed.outdated')}>
            {t('sealed.outdated-text')}
          </Notice>
        )}
        <p>{t('sealed.text')}</p>
        <RecordChanges changes={compareRecords(stored?.records ?? [], set.records)} site={site} />
        <div className="grid justify-items-start gap-1.5">
          <p aria-hidden className="text-sm font-medium">
            {t('sealed.lifetime')}
          </p>
          <SegmentedControl
            label={t('sealed.lifetime')}
            value={lifetime}
            options={lifetimes.map((value) => ({ value, title: titleOf(value) }))}
            onChange={setLifetime}
          />
        </div>
        <SetFacts
          validUntil={validUntil}
          number={<span className="mono">{`${set.sequence}`}</span>}
          contract={name.records.resolverAddress}
          chainId={name.chainId}
        />
      </Form>
    </Dialog>
  )
}

function titleOf(lifetime: Lifetime): string {
  const months = Number(lifetime)
  return months < 12 ? t('sealed.months', { count: months }) : t('sealed.years', { count: months / 12 })
}
