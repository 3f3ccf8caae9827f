import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { PrimaryNameDialog } from './PrimaryNameDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

interface NameActionsProps {
  readonly name: Name
  readonly wallet: ConnectedWallet
  readonly onSaved: (stored: StoredName) => void
  readonly onTransferred: () => void
  readonly onReleased: () => void
}

/** What concerns the name as a whole. */
export function NameActions({ name, wallet, onSaved, onTransferred, onReleased }: NameActionsProps) {
  const [open, setOpen] = useState<'primary' | 'transfer' | 'release'>()
  const dialog = { name, wallet, onClose: () => setOpen(undefined) }
  return (
    <div className="border-line mt-8 flex flex-wrap gap-3 border-t pt-6">
      <Button onClick={() => setOpen('primary')}>Use as primary name</Button>
      <Button onClick={() => setOpen('transfer')}>Transfer</Button>
      <Button className="text-bad" onClick={() => setOpen('release')}>
        Release
      </Button>
      {open === 'primary' && <PrimaryNameDialog {...dialog} />}
      {open === 'transfer' && (
        <TransferDialog
          {...dialog}
          onTransferred={(transferred) => {
            onSaved(transferred)
            onTransferred()
          }}
        />
      )}
      {open === 'release' && <ReleaseDialog {...dialog} onReleased={onReleased} />}
    </div>
  )
}
