import type { ReactNode } from 'react'
import { Wordmark } from './Brand.tsx'
import { Keyboard } from './Keyboard.tsx'

interface PageFrameProps {
  /** Absent: that of a customer's page, whose visitors meet this service in one line. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** One column, readable at every width. */
export function PageFrame({ foot = <CustomersFoot />, children }: PageFrameProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4 sm:px-6">
      <header className="flex items-center justify-between py-3">
        <a href="/" className="inline-flex min-h-11 items-center">
          <Wordmark />
        </a>
        <nav aria-label="Pages">
          <a href="/me" className="inline-flex min-h-11 items-center font-medium">
            My names
          </a>
        </nav>
      </header>
      <main className="flex-1 pb-12">{children}</main>
      <footer className="border-line text-soft flex flex-wrap justify-between gap-x-6 gap-y-2 border-t py-6 text-sm">
        {foot}
      </footer>
    </div>
  )
}

function CustomersFoot() {
  return (
    <>
      <p>
        Names by{' '}
        <a href="/" className="hover:text-ink underline underline-offset-4">
          Byname
        </a>
      </p>
      <Keyboard />
    </>
  )
}
