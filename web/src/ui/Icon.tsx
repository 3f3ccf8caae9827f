import { CircleUser, Globe, Mail, MapPin } from 'lucide-react'
import { serviceLogos } from './logos/service-logos.ts'

/** Drawings that are no logos. */
export const icons = { globe: Globe, mail: Mail, profile: CircleUser, pin: MapPin } as const

/** Logos of services, by the name of the service, and icons. */
export type IconName = keyof typeof icons | keyof typeof serviceLogos

/** In the script, for pages of other sites, which draw from no file of ours. */
export function Icon({ name }: { readonly name: IconName }) {
  if (isLogo(name))
    return (
      <svg viewBox="0 0 24 24" aria-hidden className="size-4 shrink-0 fill-current">
        <path d={serviceLogos[name]} />
      </svg>
    )
  const Drawing = icons[name]
  return <Drawing aria-hidden className="text-soft size-4 shrink-0" strokeWidth={1.75} />
}

function isLogo(name: IconName): name is keyof typeof serviceLogos {
  return name in serviceLogos
}
