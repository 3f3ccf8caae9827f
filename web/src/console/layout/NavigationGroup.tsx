import { type ReactNode, useId } from 'react'

interface NavigationGroupProps {
  readonly title: ReactNode
  /** Items of a list. */
  readonly children: ReactNode
}

/** Links under a word. It is no heading: those are of the screen. */
export function NavigationGroup({ title, children }: NavigationGroupProps) {
  const id = useId()
  return (
    <div>
      <div id={id} className="text-faint px-2.5 pt-4 pb-1 text-xs font-medium">
        {title}
      </div>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {children}
      </ul>
    </div>
  )
}
