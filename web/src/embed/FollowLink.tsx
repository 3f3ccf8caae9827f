import { t } from '../text/messages.ts'
import { pageUrl, serviceHost } from './read-service.ts'

interface FollowLinkProps {
  readonly domain: string
  readonly chainId: number
}

/** To the page at which the answer can be asked for as a mail or a notification: both are matters of its origin. */
export function FollowLink({ domain, chainId }: FollowLinkProps) {
  return (
    <p className="small">
      <a href={pageUrl('claim', domain, chainId).href} target="_blank" rel="noopener">
        {t('embed.follow', { service: serviceHost })}
      </a>
    </p>
  )
}
