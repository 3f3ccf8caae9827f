/** Drawn here: simple lines that tell the services apart. */
const paths = {
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3Z',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  x: 'm5 4 14 16M19 4 5 20',
  branch:
    'M7 8v8m0-2c0-4 10-1 10-6M9 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0Zm0 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM19 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  plane: 'M21 4 3 11l6 3 2 6 3-4 4 3 3-15ZM9 14l9-7',
  bubble: 'M5 6c4-2 10-2 14 0l2 11c-2 1-3 2-5 2l-1-2c-2 .6-4 .6-6 0l-1 2c-2 0-3-1-5-2L5 6Zm4 7v-1m6 1v-1',
  arch: 'M5 20V5h14v15M9 20v-6a3 3 0 0 1 6 0v6M3 5h18',
  profile: 'M6 10v9M6 5v.5M11 19v-9m0 4c0-5 7-5 7 0v5',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
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
