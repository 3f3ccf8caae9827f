/** As those of `lucide-react`, which are drawn by more code than two are worth. */
function Icon({ path, className = '' }: { readonly path: string; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
    >
      <path d={path} />
    </svg>
  )
}

export const CheckIcon = () => <Icon className="good" path="M20 6 9 17l-5-5" />

export const CloseIcon = () => <Icon path="M18 6 6 18M6 6l12 12" />
