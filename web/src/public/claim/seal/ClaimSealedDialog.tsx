import { checksumAddress } from '@byname/sdk/checksum-address'
import { useRef, useState } from 'react'
import { Form } from '../../../form/Form.tsx'
import { RecipientInput } from '../../../form/RecipientInput.tsx'
import { t } from '../../../text/messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { passkeyWallet } from '../../../wallet/passkey-holder.ts'
import { useRecipient } from '../../../wallet/use-recipient.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { isPassing } from '../../../wallet/wallet-error.ts'
import { compareRecords } from '../../name/seal/next-records.ts'
import { RecordChanges } from '../../name/seal/RecordChanges.tsx'
import { SetFacts } from '../../name/seal/SetFacts.tsx'
import type { Claimed } from '../claim.ts'
import {
  explainRefusal,
  firstSet,
  type SealedClaim,
  type SignedClaim,
  sendClaim,
  signClaim,
} from './first-set.ts'

interface ClaimSealedDialogProps {
  readonly claim: SealedClaim
  /** Absent: a passkey holds the name. */
  readonly wallet: ConnectedWallet | undefined
  readonly needsApproval: boolean
  readonly onClaimed: (claimed: Claimed) => void
  /** It may be taken meanwhile, or its link have ended. */
  readonly onRefused: () => void
  readonly onClose: () => void
}

/** Shows all that is signed, before the wallet does; the signature claims the name. */
export function ClaimSealedDialog({ claim, wallet, needsApproval, ...on }: ClaimSealedDialogProps) {
  const { name, chainId, seal } = claim
  const [typed, setTyped] = useState('')
  const { address: found, ...recipient } = useRecipient(typed, chainId)
  const [openedMs] = useState(Date.now)
  // Sent again as it is, where nothing but the connection has failed.
  const signed = useRef<SignedClaim & { readonly address: string }>(undefined)
  // A passkey has no account: what is sent to its address is lost.
  const address = wallet?.address ?? (found && checksumAddress(found))
  const sign = async () => {
    if (address === undefined) return
    const holder = wallet ?? passkeyWallet(seal.passkey ?? '')
    const kept = signed.current?.address === address ? signed.current : undefined
    signed.current = undefined
    const next = kept ?? { ...(await signClaim(holder, claim, firstSet(address, Date.now()))), address }
    claim.signal?.throwIfAborted()
    try {
      on.onClaimed(await sendClaim(holder, claim, next))
    } catch (error) {
      if (isPassing(error)) signed.current = next
      else on.onRefused()
      throw await explainRefusal(error, holder, claim)
    }
  }
  const { records, validUntil } = firstSet(address, openedMs)
  return (
    <Dialog title={t('sealed.title', { name })} width="wide" onClose={on.onClose}>
      <Form
        name="sealed-claim"
        work="losable"
        submit={sign}
        failure={t('claim.failed')}
        action={t('sealed.claim')}
        busyAction={t('sign-in-wallet')}
        missing={address === undefined && t('sealed.leads-to-missing')}
        button={{ className: 'w-full' }}
      >
        <p>{t('sealed.text')}</p>
        {needsApproval && <Notice tone="warn" title={t('sealed.approval')} />}
        {!wallet && (
          <RecipientInput
            title={t('sealed.leads-to')}
            name="address"
            value={typed}
            recipient={recipient}
            onChange={setTyped}
          />
        )}
        {records.length > 0 && <RecordChanges changes={compareRecords([], records)} site="" />}
        <SetFacts
          validUntil={validUntil}
          number={t('sealed.by-time')}
          contract={seal.contract}
          chainId={seal.chainId}
        />
      </Form>
    </Dialog>
  )
}
