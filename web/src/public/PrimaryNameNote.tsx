import { BadgeCheck } from 'lucide-react'
import { t } from '../text/messages.ts'
import { Button } from '../ui/Button.tsx'

/** On these networks, both ways were read. Its messages are loaded with what was read. */
export function PrimaryNameMark({ networks }: { readonly networks: string }) {
  return (
    <span className="text-good inline-flex items-center gap-1.5 text-sm font-medium">
      <BadgeCheck aria-hidden className="size-4 shrink-0" />
      {t('primary.on', { networks })}
    </span>
  )
}

interface PrimaryNamesUnreadProps {
  readonly networks: string
  readonly onRetry: () => void
}

export function PrimaryNamesUnread({ networks, onRetry }: PrimaryNamesUnreadProps) {
  return (
    <p className="text-soft flex flex-wrap items-center gap-x-2 text-sm">
      {t('primary.unread', { networks })}
      <Button look="quiet" className="px-2.5 text-sm" onClick={onRetry}>
        {t('try-again')}
      </Button>
    </p>
  )
}
