import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** The only time that a secret is shown. */
export function SecretNotice({ secret }: { readonly secret: string }) {
  return (
    <Notice tone="warn" title="The signing secret is not shown again." isLive>
      <p>Your server checks each request with it, as Standard Webhooks describes.</p>
      <code className="mono name-breaks text-ink">{secret}</code>
      <CopyButton text={secret} subject="the secret" />
    </Notice>
  )
}
