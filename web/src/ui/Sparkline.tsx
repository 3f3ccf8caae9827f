interface SparklineProps {
  /** What it shows, with its most important number. */
  readonly label: string
  /** At least two, at equal distances. */
  readonly values: readonly number[]
}

const [width, height] = [100, 28]

/** A line without axes over a tint, for a tile. */
export function Sparkline({ label, values }: SparklineProps) {
  const max = Math.max(...values, 1)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    return `${x.toFixed(1)},${(height - 1 - (value / max) * (height - 3)).toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-12 w-full"
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} className="fill-accent-soft" />
      <polyline
        points={points.join(' ')}
        className="stroke-accent-text fill-none stroke-[1.5]"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
