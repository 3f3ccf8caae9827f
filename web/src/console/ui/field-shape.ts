/** Of inputs, selects and text areas. */
export const fieldShape =
  'border-edge bg-ground min-h-9 w-full rounded border px-3 py-1.5 text-sm placeholder:text-soft disabled:opacity-60'
