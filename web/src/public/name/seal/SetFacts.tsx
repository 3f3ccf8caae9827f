import type { ReactNode } from 'react'
import { t } from '../../../text/messages.ts'
import { Time } from '../../../ui/Time.tsx'

interface SetFactsProps {
  /** In Unix seconds. */
  readonly validUntil: bigint
  readonly number: ReactNode
  /** The resolver. */
  readonly contract: string
  readonly chainId: number
}

/** What is signed beside the records: until when, in which order, and where it counts. */
export function SetFacts({ validUntil, number, contract, chainId }: SetFactsProps) {
  return (
    <dl className="text-sm">
      <Fact title={t('sealed.until')}>
        <Time iso={new Date(Number(validUntil) * 1000).toISOString()} />
      </Fact>
      <Fact title={t('sealed.number')}>{number}</Fact>
      <Fact title={t('sealed.contract')}>
        <bdi className="mono">{contract}</bdi>
      </Fact>
      <Fact title={t('primary.chain')}>{chainId === 1 ? 'Ethereum' : 'Sepolia'}</Fact>
    </dl>
  )
}

interface FactProps {
  readonly title: string
  readonly children: ReactNode
}

function Fact({ title, children }: FactProps) {
  return (
    <div className="border-line flex flex-wrap items-baseline justify-between gap-x-4 border-t py-1.5">
      <dt className="text-soft">{title}</dt>
      <dd className="name-breaks">{children}</dd>
    </div>
  )
}
