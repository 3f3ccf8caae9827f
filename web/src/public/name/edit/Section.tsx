import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}

export function Section({ title, isOpen = false, children }: SectionProps) {
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="after:text-soft flex min-h-14 items-center justify-between text-lg font-semibold after:text-2xl after:font-normal after:content-['+'/''] group-open:after:content-['−'/'']">
        {title}
      </summary>
      <div className="grid gap-4 pb-6">{children}</div>
    </details>
  )
}
