import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  /** A heading of the second level, which names the region; absent: a plain box. */
  readonly title?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** What belongs together, above the ground. */
export function Card({ title, actions, className, children }: CardProps) {
  const id = useId()
  const shape = classNames('bg-raised border-line min-w-0 rounded-lg border p-5 shadow', className)
  if (title === undefined) return <div className={shape}>{children}</div>
  return (
    <section aria-labelledby={id} className={shape}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-semibold tracking-tight">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
