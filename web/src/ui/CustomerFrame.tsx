import type { ReactNode } from 'react'
import { t, tNodes } from '../text/messages.ts'
import { Mark } from './Brand.tsx'
import { Keyboard } from './Keyboard.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

interface CustomerFrameProps {
  /** As wide as the columns of the page. */
  readonly width: 'narrow' | 'wide'
  readonly children: ReactNode
}

const widths = { narrow: 'max-w-lg px-6', wide: 'max-w-6xl px-6 md:px-12' } as const

/** Of the pages of customers, whose picture leads; their visitors meet this service in one line at the foot. */
export function CustomerFrame({ width, children }: CustomerFrameProps) {
  return (
    <div className="relative flex min-h-dvh flex-col">
      <header className="absolute inset-x-0 top-0 z-10 mx-auto flex max-w-[75rem] justify-end p-3 md:px-12 md:py-9">
        <nav aria-label={t('pages')}>
          <a
            href="/me"
            className="bg-raised text-ink hover:bg-hover inline-flex min-h-11 items-center rounded-full px-4 text-sm font-medium shadow-sm transition"
          >
            {t('my-names')}
          </a>
        </nav>
      </header>
      <main className="flex-1 pb-12">{children}</main>
      <footer
        className={`text-faint mx-auto w-full pt-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-xs ${widths[width]}`}
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Mark className="size-4" />
          <span>
            {tNodes('names-by', {
              service: (
                <a
                  key="service"
                  href="/"
                  className="hover:text-ink inline-flex min-h-6 items-center underline underline-offset-4"
                >
                  Byname
                </a>
              ),
            })}
          </span>
          <div className="ms-auto">
            <LanguageSwitch isAtEnd />
          </div>
        </div>
        <Keyboard />
      </footer>
    </div>
  )
}
