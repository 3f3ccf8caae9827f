import type { ReactNode } from 'react'
import { t } from '../text/messages.ts'
import { Wordmark } from './Brand.tsx'
import { ServiceFoot } from './ServiceFoot.tsx'

interface PageFrameProps {
  /** Absent: one column of text. */
  readonly isWide?: boolean
  /** Absent: no link to the API documentation, which members have no use for. */
  readonly hasDocumentation?: boolean
  readonly children: ReactNode
}

/** Of the pages of the service itself. */
export function PageFrame({ isWide = false, hasDocumentation = false, children }: PageFrameProps) {
  return (
    <div
      className={`mx-auto flex min-h-dvh w-full flex-col px-5 sm:px-8 ${isWide ? 'max-w-6xl' : 'max-w-3xl'}`}
    >
      <header className="flex flex-wrap items-center justify-between py-4">
        <a href="/" className="inline-flex min-h-11 items-center text-lg">
          <Wordmark />
        </a>
        <nav aria-label={t('pages')}>
          <a
            href="/me"
            className="hover:bg-hover -me-3 inline-flex min-h-11 items-center rounded px-3 font-medium"
          >
            {t('my-names')}
          </a>
        </nav>
      </header>
      <main className="flex-1 pb-20">{children}</main>
      <footer className="border-line text-soft flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-6 text-sm">
        <ServiceFoot hasDocumentation={hasDocumentation} />
      </footer>
    </div>
  )
}
