/** Runs before anything is painted. The cookie is that of the other pages (`../ui/ThemeSwitch.tsx`). */
{
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.setAttribute('data-theme', theme)
}
