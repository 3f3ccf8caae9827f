import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}

export function Section({ title, isOpen = false, children }: SectionProps) {
  return (
    <details open={isOpen} className="border-line border-b">
      <summary className="flex min-h-14 items-center text-lg font-semibold">{title}</summary>
      <div className="grid gap-4 pb-6">{children}</div>
    </details>
  )
}
