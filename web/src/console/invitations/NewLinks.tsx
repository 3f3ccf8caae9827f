import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { nameText } from '../../ui/name-text.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import type { NewInvitationLink } from './queries.ts'

interface NewLinksProps {
  readonly links: readonly NewInvitationLink[]
  readonly domain: string
  readonly onStored: () => void
}

/** The only time that links are shown. */
export function NewLinks({ links, domain, onStored }: NewLinksProps) {
  const [first] = links
  const name = first?.label ? nameText(`${first.label}.${domain}`) : 'a name of their choice'
  return (
    <div className="grid gap-4">
      {links.length === 1 && first ? (
        <>
          <Notice tone="warn" title="Copy the link now: it is not shown again." isLive>
            <span className="flex items-center gap-2">
              <code className="mono name-breaks text-ink min-w-0 flex-1">{first.url}</code>
              <CopyButton text={first.url} subject="the link" />
            </span>
          </Notice>
          <QrCode text={first.url} className="mx-auto w-48" />
          <p className="text-soft text-center text-sm">
            The person who opens it, or scans this, can claim {name}.
          </p>
        </>
      ) : (
        <>
          <Notice tone="warn" title={`Save the ${links.length} links now: they are not shown again.`} isLive>
            A file with a line for each link: its label, your note, and its URL.
          </Notice>
          <Button onClick={() => download(`${domain} invitations.csv`, toCsv(links))}>
            <Download aria-hidden className="size-4" />
            Save as CSV
          </Button>
          <textarea
            readOnly
            aria-label="Links, one a line"
            rows={5}
            value={links.map(({ url }) => url).join('\n')}
            className="control mono text-xs"
          />
          <p className="flex items-center justify-between text-sm">
            <span className="text-soft">Or copy all of them, one a line</span>
            <CopyButton text={links.map(({ url }) => url).join('\n')} subject="all links" />
          </p>
        </>
      )}
      <Button look="primary" onClick={onStored}>
        {links.length === 1 ? 'I have stored it' : 'I have stored them'}
      </Button>
    </div>
  )
}

function toCsv(links: readonly NewInvitationLink[]): Blob {
  const lines = links.map(({ label, note, url }) => csvLine([label ?? '', note, url]))
  return new Blob([byteOrderMark, csvLine(['label', 'note', 'url']), ...lines], { type: 'text/csv' })
}
