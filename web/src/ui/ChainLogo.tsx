import { classNames } from './class-names.ts'
import bitcoin from './logos/0.svg'
import ethereum from './logos/60.svg'
import solana from './logos/501.svg'
import optimism from './logos/2147483658.svg'
import polygon from './logos/2147483785.svg'
import base from './logos/2147492101.svg'
import arbitrum from './logos/2147525809.svg'
import linea from './logos/2147542792.svg'
import scroll from './logos/2148018000.svg'

/** By coin type (SLIP-44, ENSIP-11). */
const logos: Readonly<Record<number, string>> = {
  0: bitcoin,
  60: ethereum,
  501: solana,
  2147483658: optimism,
  2147483785: polygon,
  2147492101: base,
  2147525809: arbitrum,
  2147542792: linea,
  2148018000: scroll,
}

interface ChainLogoProps {
  readonly coinType: number
  /** Stands for a chain without a logo. */
  readonly title: string
  readonly className?: string
}

/** Decorative: the name of the chain stands beside it. */
export function ChainLogo({ coinType, title, className }: ChainLogoProps) {
  const logo = logos[coinType]
  const shape = classNames('size-7 shrink-0 rounded-full', className)
  if (logo) return <img src={logo} alt="" width={28} height={28} className={shape} />
  return (
    <span
      aria-hidden
      className={classNames(shape, 'bg-sunk text-soft grid place-items-center text-xs font-semibold')}
    >
      {[...title].at(0)}
    </span>
  )
}
