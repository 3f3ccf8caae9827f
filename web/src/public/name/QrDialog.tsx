import { Dialog } from '../../ui/Dialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

interface QrDialogProps {
  readonly title: string
  readonly value: string
  /** What is scanned. */
  readonly code: string
  readonly onClose: () => void
}

export function QrDialog({ title, value, code, onClose }: QrDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <QrCode text={code} />
      <p className="mono name-breaks mt-4 text-sm">{value}</p>
    </Dialog>
  )
}
