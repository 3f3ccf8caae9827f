import { Languages } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { languages } from '../text/languages.ts'
import { currentLanguage, t } from '../text/messages.ts'
import { classNames } from './class-names.ts'

interface LanguageSwitchProps {
  /** Of its line: the list opens to the start. */
  readonly isAtEnd?: boolean
}

/** Links, so that it works without a script. With one, the choice is remembered in a cookie, which the server reads. */
export function LanguageSwitch({ isAtEnd = false }: LanguageSwitchProps) {
  const current = currentLanguage()
  const list = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (list.current && !(target instanceof Node && list.current.contains(target)))
        list.current.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('focusin', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('focusin', close)
    }
  }, [])
  return (
    <details
      ref={list}
      className="relative"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary className="hover:text-ink inline-flex min-h-6 cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <Languages aria-hidden className="size-4" />
        <span className="sr-only">{t('language')}: </span>
        <span className="underline underline-offset-4">{nameOf(current)}</span>
      </summary>
      <ul
        className={classNames(
          'bg-raised text-ink border-line absolute bottom-full z-20 mb-2 grid w-44 gap-0.5 rounded-lg border p-1.5 text-sm shadow-lg',
          isAtEnd ? 'end-0' : 'start-0',
        )}
      >
        {Object.entries(languages).map(([language, name]) => (
          <li key={language}>
            <a
              href={`?lang=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
              className="hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent-text flex min-h-9 items-center rounded px-3 pointer-coarse:min-h-11"
              onClick={(event) => choose(event, language)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameOf(language: string): string {
  return Object.entries(languages).find(([code]) => code === language)?.[1] ?? language
}

/** The page again, as it is, with the label that is typed. */
function choose(event: MouseEvent, language: string): void {
  event.preventDefault()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `lang=${language}; max-age=31536000; path=/; samesite=lax`
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  const label = document.querySelector<HTMLInputElement>('input[name="label"]')?.value
  if (label) url.searchParams.set('label', label)
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
