const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })

/** The exact time on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const date = new Date(iso)
  return (
    <time
      dateTime={iso}
      title={exact.format(date)}
      className="whitespace-nowrap max-[18rem]:whitespace-normal"
    >
      {describe((date.getTime() - Date.now()) / 1000)}
    </time>
  )
}

function describe(seconds: number): string {
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / length), unit)
}
