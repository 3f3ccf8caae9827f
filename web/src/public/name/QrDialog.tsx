import { useId, useState } from 'react'
import { t } from '../../text/messages.ts'
import { ChainLogo } from '../../ui/ChainLogo.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

/** A chain on which an address is paid. */
export interface PaidChain {
  readonly coinType: number
  readonly title: string
  /** What is scanned. */
  readonly code: string
}

interface QrDialogProps {
  readonly title: string
  readonly value: string
  readonly chains: readonly [PaidChain, ...PaidChain[]]
  readonly onClose: () => void
}

/** The code of an address for the chain that the visitor chooses; of the first to begin with. */
export function QrDialog({ title, value, chains, onClose }: QrDialogProps) {
  const [chosen, setChosen] = useState(chains[0])
  return (
    <Dialog title={title} onClose={onClose}>
      {chains.length > 1 && <ChainChoice chains={chains} chosen={chosen} onChange={setChosen} />}
      <QrCode text={chosen.code} />
      <p className="mono name-breaks mt-4 text-sm">{value}</p>
    </Dialog>
  )
}

interface ChainChoiceProps {
  readonly chains: readonly PaidChain[]
  readonly chosen: PaidChain
  readonly onChange: (chain: PaidChain) => void
}

function ChainChoice({ chains, chosen, onChange }: ChainChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mb-4 flex flex-wrap gap-2">
      <legend className="sr-only">{t('name.network')}</legend>
      {chains.map((chain) => (
        <label
          key={chain.coinType}
          className="border-line has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-accent-text relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border ps-1.5 pe-3 text-sm has-focus-visible:outline-2 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={chain === chosen}
            onChange={() => onChange(chain)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <ChainLogo coinType={chain.coinType} title={chain.title} className="size-6" />
          {chain.title}
        </label>
      ))}
    </fieldset>
  )
}
