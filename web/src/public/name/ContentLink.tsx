import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Name } from '../page-data.ts'

interface ContentLinkProps {
  readonly name: Name
  readonly isSandbox: boolean
}

/** The site of the content hash. Browsers open it through the public gateway of .eth names, which knows mainnet. */
export function ContentLink({ name: { ens, chainId, records }, isSandbox }: ContentLinkProps) {
  if (!records.contentHash) return null
  const { protocolType, decoded } = records.contentHash
  const uri = `${protocolType}://${decoded}`
  return (
    <section aria-labelledby="site" className="mt-8">
      <h2 id="site" className="mb-2 text-xl font-semibold">
        Site
      </h2>
      <div className="flex items-center justify-between gap-4">
        <span className="mono name-breaks text-soft text-sm">{uri}</span>
        <CopyButton text={uri} subject="address of the site" />
      </div>
      {chainId === 1 && ens.endsWith('.eth') && !isSandbox && (
        <a
          href={`https://${ens}.limo/`}
          rel="noopener noreferrer nofollow ugc"
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          Open it
        </a>
      )}
    </section>
  )
}
