/** Of the lists and boxes that open over a page. */
export const popupShape =
  'pops bg-raised text-ink border-line shadow-lg max-w-(--available-width) rounded border outline-none'

export const listShape = `${popupShape} max-h-[min(var(--available-height),24rem)] min-w-(--anchor-width) overflow-y-auto overscroll-contain p-1`

/** Of what can be chosen in them. */
export const itemShape =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-disabled:opacity-55 data-highlighted:bg-hover forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-solid forced-colors:data-highlighted:-outline-offset-2 pointer-coarse:min-h-11'

export const groupLabelShape = 'text-faint px-2.5 pt-2 pb-1 text-xs font-medium'

/** Above dialogs, which are in the top layer only while they are modal. */
export const layer = 'z-30 outline-none'
