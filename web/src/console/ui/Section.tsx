import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly words?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen, with its own heading. */
export function Section({ title, words, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line border-t py-5 first:border-t-0 first:pt-0">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {words && <p className="text-soft mt-1 max-w-prose text-sm">{words}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
