import type { ReactNode } from 'react'

interface ScreenProps {
  readonly title: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Scrolls by itself, below the top bar. */
export function Screen({ title, actions, children }: ScreenProps) {
  return (
    <div className="flex-1 overflow-y-auto px-4 py-5 md:px-6">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  )
}
