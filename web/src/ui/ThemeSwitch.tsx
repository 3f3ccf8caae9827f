import { useEffect, useState } from 'react'

/** Remembered in a cookie, so that the server renders the next document in it: no flash. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState('')
  useEffect(() => setTheme(document.documentElement.getAttribute('data-theme') ?? ''), [])
  const choose = (next: string) => {
    if (next) document.documentElement.setAttribute('data-theme', next)
    else document.documentElement.removeAttribute('data-theme')
    const maxAge = next ? 31_536_000 : 0
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `theme=${next}; path=/; max-age=${maxAge}; samesite=lax`
    setTheme(next)
  }
  return (
    <label className="inline-flex items-center gap-2">
      Theme
      <select
        value={theme}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        className="border-edge bg-ground text-ink min-h-8 rounded border px-2"
      >
        <option value="">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
