import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface RowsProps {
  readonly className?: string
  /** `Row`s. */
  readonly children: ReactNode
}

/** A short list of things that can each be acted on, as one card. */
export function Rows({ className, children }: RowsProps) {
  return (
    <ul className={classNames('bg-raised border-line rounded-lg border px-5 shadow', className)}>
      {children}
    </ul>
  )
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <li className="border-line border-t py-4 first:border-t-0">{children}</li>
}
