import {
  AtSign,
  CircleUser,
  GitBranch,
  Globe,
  Landmark,
  Mail,
  MapPin,
  MessageCircle,
  Send,
} from 'lucide-react'

/** They tell services apart, whose own signs are trade marks. */
const icons = {
  globe: Globe,
  mail: Mail,
  x: AtSign,
  branch: GitBranch,
  plane: Send,
  bubble: MessageCircle,
  arch: Landmark,
  profile: CircleUser,
  pin: MapPin,
} as const

export type IconName = keyof typeof icons

export function Icon({ name }: { readonly name: IconName }) {
  const Drawing = icons[name]
  return <Drawing aria-hidden className="text-soft size-4 shrink-0" strokeWidth={1.75} />
}
