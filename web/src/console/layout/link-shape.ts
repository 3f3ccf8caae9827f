/** Of the links of the navigation; `aria-current` is set by the router. */
export const linkShape =
  'group text-soft hover:bg-hover hover:text-ink flex min-h-8.5 items-center gap-2.5 rounded px-2.5 py-1 transition-colors aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:font-medium aria-[current=page]:shadow-sm forced-colors:aria-[current=page]:outline-2 pointer-coarse:min-h-11'

export const iconShape =
  'size-4.5 shrink-0 stroke-[1.75] transition-colors group-aria-[current=page]:text-accent-text'
