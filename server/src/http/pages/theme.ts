/** Written by `web/src/ui/ThemeSwitch.tsx`. Absent: the preference of the system. */
const cookie = /(?:^|;\s*)theme=(light|dark)(?:;|$)/

export function readTheme(cookieHeader: string | undefined): string | undefined {
  return cookie.exec(cookieHeader ?? '')?.[1]
}
