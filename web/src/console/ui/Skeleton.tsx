/** As many lines as are expected, so that nothing jumps. */
export function Skeleton({ lines = 3, label }: { readonly lines?: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3 py-2">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike, and never move.
        <div key={index} className="bg-raised h-5 rounded motion-safe:animate-pulse" />
      ))}
    </div>
  )
}
