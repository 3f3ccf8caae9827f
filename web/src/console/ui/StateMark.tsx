import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'

const shapes = {
  neutral: { color: 'text-soft', Icon: CircleMinus },
  good: { color: 'text-good', Icon: CircleCheck },
  warn: { color: 'text-warn', Icon: CircleAlert },
  bad: { color: 'text-bad', Icon: CircleX },
} as const

export type Tone = keyof typeof shapes

/** A state as a shape, a colour and a word. */
export function StateMark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const { color, Icon } = shapes[tone]
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap max-[18rem]:whitespace-normal ${color}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </span>
  )
}
