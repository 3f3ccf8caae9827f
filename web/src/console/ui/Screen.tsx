import { Inbox } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface ScreenProps {
  readonly title: ReactNode
  /** Before the title. */
  readonly picture?: ReactNode
  /** Below the title. */
  readonly words?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Scrolls by itself, below the top bar. The padding at its end is of the content, so that a bar can stick to the lower edge. */
export function Screen({ title, picture, words, actions, children }: ScreenProps) {
  return (
    <div className="flex-1 overflow-y-auto px-4 pt-5 md:px-6">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-4">
          {picture}
          <div className="min-w-0">
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {words && <p className="text-soft text-sm">{words}</p>}
          </div>
        </div>
        {actions}
      </div>
      <div className="@container pb-5">{children}</div>
    </div>
  )
}

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

interface EmptyProps {
  readonly title: string
  /** What to do first. */
  readonly children?: ReactNode
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center">
      <span
        aria-hidden
        className="bg-sunk border-line text-faint mb-2 grid size-11 place-items-center rounded border"
      >
        <Inbox className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      {children && (
        <div className="text-soft grid justify-items-center gap-4 text-sm text-balance">{children}</div>
      )}
    </div>
  )
}
