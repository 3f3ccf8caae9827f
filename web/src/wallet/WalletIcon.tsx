import { useState } from 'react'

interface WalletIconProps {
  readonly name: string
  /** URL of an image; null without one. */
  readonly icon: string | null
}

/** Decorative: the name stands beside it, and its first letter in the place of an icon that cannot be drawn. */
export function WalletIcon({ name, icon }: WalletIconProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (icon !== null && !isBroken)
    return (
      <img
        src={icon}
        alt=""
        width="28"
        height="28"
        className="size-7 shrink-0 rounded-[7px]"
        onError={() => setIsBroken(true)}
      />
    )
  return (
    <span
      aria-hidden
      className="bg-sunk text-soft grid size-7 shrink-0 place-items-center rounded-[7px] text-sm font-semibold"
    >
      {[...name].at(0)}
    </span>
  )
}
