import { formatCount } from './format-number.ts'

interface ProgressProps {
  /** What is running. */
  readonly label: string
  readonly value: number
  readonly max: number
}

/** How much of it is done, with both figures. */
export function Progress({ label, value, max }: ProgressProps) {
  const share = max === 0 ? 1 : Math.min(1, value / max)
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className="text-soft tabular-nums">
          {formatCount(value)} of {formatCount(max)}
        </span>
      </div>
      {/* Drawn as an image: `progress` takes the style of its bar from each browser in another way. */}
      <svg
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        className="bg-line h-1.5 w-full overflow-hidden rounded-full"
      >
        <rect
          width="100"
          height="1"
          className="fill-accent-text origin-left transition-transform duration-(--calm)"
          style={{ transform: `scaleX(${share})` }}
        />
      </svg>
    </div>
  )
}
