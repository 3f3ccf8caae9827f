import { useQuery } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { type BrandingDraft, parseLinks } from './branding-draft.ts'

interface PreviewProps {
  readonly domain: components['schemas']['Domain']
  readonly branding: BrandingDraft
  /** Path of the page. */
  readonly link: string
}

/** What visitors will see at the top of the page, while it is being written; and how they get there. */
export function Preview({ domain: { name, chainId }, branding, link }: PreviewProps) {
  const { data } = useQuery({
    queryKey: ['page', chainId, name],
    queryFn: () =>
      unwrap(
        api.GET('/byname/v1/domains/{domain}/page', {
          params: { path: { domain: name }, query: { chainId: chainIdOf(chainId) } },
        }),
      ),
  })
  const title = branding.title.trim() || name
  const url = location.origin + link
  const accent = /^#[0-9a-f]{6}$/i.test(branding.accent) ? branding.accent : undefined
  return (
    <aside aria-label="Preview" className="grid content-start gap-6 xl:sticky xl:top-0 xl:self-start">
      <div className="border-line bg-ground overflow-hidden rounded-lg border pb-6">
        <PageTop
          look="small"
          banner={data?.banner ?? null}
          avatar={data?.avatar ?? null}
          name={name}
          domain={name}
        />
        <div className="px-6">
          <p className="name-breaks mt-4 text-2xl font-semibold tracking-tighter">
            Take your name at {title}
          </p>
          {branding.words.trim() && (
            <p className="name-breaks text-soft mt-2 text-sm whitespace-pre-line">{branding.words.trim()}</p>
          )}
          <div className="border-edge text-soft mt-4 flex min-h-11 items-center rounded border px-3">
            alice<span className="ms-auto">.{name}</span>
          </div>
          <div
            className="bg-accent text-on-accent mt-3 flex min-h-11 items-center justify-center rounded font-semibold"
            style={accent ? { backgroundColor: accent, color: inkOn(accent) } : undefined}
          >
            Claim
          </div>
          <ul className="text-soft mt-4 flex flex-wrap gap-x-4 text-sm">
            {parseLinks(branding.links).map((item) => (
              <li key={`${item.title} ${item.url}`} className="underline underline-offset-4">
                {item.title}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="grid grid-cols-[8rem_1fr] items-center gap-4">
        <QrCode text={url} />
        <div className="min-w-0 text-sm">
          <p className="mono name-breaks">{url}</p>
          <CopyButton text={url} subject="the link" />
        </div>
      </div>
    </aside>
  )
}

/** Black or white, whichever is easier to read; the service checks the contrast when it is saved. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(color.slice(start, start + 2), 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#000000' : '#ffffff'
}
