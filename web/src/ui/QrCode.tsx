import { encode } from 'uqr'

/** Black on white in both themes: cameras expect it. */
export function QrCode({
  text,
  className = 'w-full',
}: {
  readonly text: string
  readonly className?: string
}) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={`QR code: ${text}`}
      viewBox={`0 0 ${size} ${size}`}
      className={`${className} rounded`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
