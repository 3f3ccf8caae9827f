import { t } from '../../text/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { Name } from '../page-data.ts'

/** Who answers for a sealed name, and whether wallets find anything. */
export function SealBadge({ sealed }: { readonly sealed: Name['sealed'] }) {
  return (
    sealed && (
      <p className="text-soft mt-4 max-w-prose text-sm">
        <Badge tone={sealed.state === 'signed' ? 'good' : 'warn'}>{t('seal')}</Badge>{' '}
        {t(`seal.${sealed.state}`)}
      </p>
    )
  )
}
