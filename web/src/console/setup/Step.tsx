import type { ReactNode } from 'react'
import { StateMark } from '../ui/StateMark.tsx'

interface StepProps {
  readonly title: string
  /** `later`: another step comes first. */
  readonly state: 'done' | 'now' | 'later'
  readonly children?: ReactNode
}

export function Step({ title, state, children }: StepProps) {
  return (
    <li className="border-line border-t py-4" aria-current={state === 'now' ? 'step' : undefined}>
      <h2 className={state === 'later' ? 'text-soft font-semibold' : 'font-semibold'}>
        {title} {state === 'done' && <StateMark tone="good">done</StateMark>}
        {state === 'now' && <StateMark tone="warn">next</StateMark>}
      </h2>
      {state !== 'later' && children && <div className="text-soft mt-2 grid gap-3 text-sm">{children}</div>}
    </li>
  )
}
