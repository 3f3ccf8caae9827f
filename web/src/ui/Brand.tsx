/** The mark: the letter b after the dot that ends a label. As `web/icons/favicon.svg`, in the colours of the theme. */
export function Mark({ className = 'size-7' }: { readonly className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <circle cx="8.3" cy="23" r="2.5" className="fill-ground opacity-70" />
      <path
        d="M14.3 7.2v16.65M14.3 18.9a4.95 4.95 0 1 1 9.9 0a4.95 4.95 0 0 1-9.9 0"
        className="stroke-ground fill-none stroke-[3.3]"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The mark with the name of the product. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <Mark />
      Byname
    </span>
  )
}
