import { Dialog } from '../../ui/Dialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

interface QrDialogProps {
  readonly title: string
  readonly value: string
  readonly onClose: () => void
}

export function QrDialog({ title, value, onClose }: QrDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <QrCode text={value} />
      <p className="mono name-breaks mt-4 text-sm">{value}</p>
    </Dialog>
  )
}
