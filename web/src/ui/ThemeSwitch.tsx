import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../text/messages.ts'
import { SegmentedControl } from './SegmentedControl.tsx'

type Theme = 'system' | 'light' | 'dark'

const options = [
  { value: 'system', title: 'theme.system', icon: <Monitor aria-hidden className="size-4" /> },
  { value: 'light', title: 'theme.light', icon: <Sun aria-hidden className="size-4" /> },
  { value: 'dark', title: 'theme.dark', icon: <Moon aria-hidden className="size-4" /> },
] as const

/** Remembered in a cookie, so that the server renders the next document in it: no flash. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => {
    const chosen = document.documentElement.getAttribute('data-theme')
    setTheme(chosen === 'light' || chosen === 'dark' ? chosen : 'system')
  }, [])
  const choose = (next: Theme) => {
    if (next === 'system') document.documentElement.removeAttribute('data-theme')
    else document.documentElement.setAttribute('data-theme', next)
    const cookie = next === 'system' ? 'theme=; max-age=0' : `theme=${next}; max-age=31536000`
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${cookie}; path=/; samesite=lax`
    setTheme(next)
  }
  return (
    <SegmentedControl
      label={t('theme')}
      value={theme}
      options={options.map((option) => ({ ...option, title: t(option.title) }))}
      onChange={choose}
    />
  )
}
