import { type IconName, icons } from './Icon.tsx'
import logos from './logos/services.svg'

/** As `Icon`, with the logos in a file: their paths are a sixth of the script of a profile. */
export function PageIcon({ name }: { readonly name: IconName }) {
  if (!isDrawing(name))
    return (
      <svg aria-hidden className="size-4 shrink-0 fill-current">
        <use href={`${logos}#${name}`} />
      </svg>
    )
  const Drawing = icons[name]
  return <Drawing aria-hidden className="text-soft size-4 shrink-0" strokeWidth={1.75} />
}

function isDrawing(name: IconName): name is keyof typeof icons {
  return name in icons
}
