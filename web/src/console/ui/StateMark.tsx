import type { ReactNode } from 'react'

const shapes = {
  neutral: { color: 'text-soft', path: 'M4 8h8' },
  good: { color: 'text-good', path: 'm3.500 8.500 3 3 6-7' },
  warn: { color: 'text-warn', path: 'M8 3.500v6M8 12v.5' },
  bad: { color: 'text-bad', path: 'm4 4 8 8M12 4l-8 8' },
} as const

export type Tone = keyof typeof shapes

/** A state as a shape, a colour and a word. */
export function StateMark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const { color, path } = shapes[tone]
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${color}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="size-4 shrink-0 fill-none stroke-current stroke-2"
      >
        <path d={path} />
      </svg>
      {children}
    </span>
  )
}
