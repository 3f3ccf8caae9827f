import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { type HeldName, type PrimaryNames, readPrimaryNames } from './read-primary-names.ts'

interface ShownPrimaryNames {
  /** Where both ways were read; else null. */
  readonly markOf: (name: Pick<HeldName, 'ens' | 'chainId'>) => ReactNode
  /** What could not be read, with another try; null: nothing. */
  readonly unread: ReactNode
}

/** Of the names of an address, which have to be the same value while nothing changes. Its messages are loaded late. */
export function usePrimaryNames(
  address: string | null,
  names: readonly HeldName[] | undefined,
): ShownPrimaryNames {
  const [primary, setPrimary] = useState<PrimaryNames>()
  const read = useCallback(() => {
    let isCurrent = true
    if (address && names)
      void readPrimaryNames(address, names).then((found) => isCurrent && setPrimary(found))
    return () => {
      isCurrent = false
    }
  }, [address, names])
  useEffect(read, [read])
  return {
    markOf: (name) => {
      const networks = primary?.networksOf(name)
      return networks ? <Mark networks={networks} /> : null
    },
    unread: primary?.unread ? <Unread networks={primary.unread} onRetry={read} /> : null,
  }
}

function Mark({ networks }: { readonly networks: string }) {
  return (
    <span className="text-good flex min-h-6 items-center gap-1.5 text-sm font-medium">
      <BadgeCheck aria-hidden className="size-4 shrink-0" />
      {t('primary.on', { networks })}
    </span>
  )
}

interface UnreadProps {
  readonly networks: string
  readonly onRetry: () => void
}

function Unread({ networks, onRetry }: UnreadProps) {
  return (
    <p className="text-soft mt-2 flex flex-wrap items-center gap-x-2 text-sm">
      {t('primary.unread', { networks })}
      <Button look="quiet" className="-ms-2.5 px-2.5 text-sm" onClick={onRetry}>
        {t('try-again')}
      </Button>
    </p>
  )
}
