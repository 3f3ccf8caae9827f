import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** The only time that a key is shown. */
export function NewKeyNotice({ apiKey }: { readonly apiKey: string }) {
  const example = `KEY='${apiKey}'\ncurl "${location.origin}/ens/v1/ens/api-key" -H "x-api-key: $KEY"`
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title="Copy it now: it is not shown again." isLive>
        <code className="mono name-breaks text-ink">{apiKey}</code>
        <CopyButton text={apiKey} subject="the key" />
      </Notice>
      <div className="text-sm">
        <div className="flex items-center justify-between">
          <span className="text-soft">Try it: list the domains of the key</span>
          <CopyButton text={example} subject="the example" />
        </div>
        <pre className="bg-raised mono name-breaks rounded p-3 text-xs whitespace-pre-wrap">{example}</pre>
      </div>
    </div>
  )
}
