/** Visitors can switch single keys off (WCAG 2.1.4). Remembered as the theme is. */
export function areShortcutsOn(): boolean {
  return !document.cookie.split('; ').includes('shortcuts=off')
}

export function switchShortcuts(isOn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `shortcuts=off; path=/; max-age=${isOn ? 0 : 31_536_000}; samesite=lax`
}
