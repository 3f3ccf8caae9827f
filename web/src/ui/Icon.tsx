const paths = {
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.5 2.5 3.8 5.500 3.800 9s-1.300 6.500-3.800 9c-2.500-2.500-3.800-5.500-3.800-9S9.500 5.500 12 3Z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0v1.500a2.500 2.500 0 0 0 5 0V12a9 9 0 1 0-3.500 7.100',
} as const

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="text-soft size-5 shrink-0 fill-none stroke-current stroke-[1.5]"
    >
      <path d={paths[name]} />
    </svg>
  )
}
