import { encode } from 'uqr'
import { Dialog } from '../../ui/Dialog.tsx'

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

/** Black on white in both themes: cameras expect it. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={`QR code: ${text}`}
      viewBox={`0 0 ${size} ${size}`}
      className="w-full rounded"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
