import type { ReactNode } from 'react'

interface EmptyProps {
  readonly title: string
  /** What to do first. */
  readonly children?: ReactNode
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-10">
      <p className="font-semibold">{title}</p>
      {children && <div className="text-soft grid justify-items-start gap-3 text-sm">{children}</div>}
    </div>
  )
}
