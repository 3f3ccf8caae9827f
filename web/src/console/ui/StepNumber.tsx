/** Beside the title of a step of a list of them, which screen readers count by themselves. */
export function StepNumber({ number, isNow }: { readonly number: number; readonly isNow: boolean }) {
  const colors = isNow ? 'bg-ink text-ground border-ink' : 'text-soft border-line'
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold tabular-nums ${colors}`}
    >
      {number}
    </span>
  )
}
