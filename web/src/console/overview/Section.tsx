import { type ReactNode, useId } from 'react'

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="border-line mb-2 border-b pb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
