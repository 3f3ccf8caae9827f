import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { DomainRef } from '../queries.ts'
import { type BrandingDraft, toBranding } from './branding-draft.ts'
import { claimUrl } from './claim-url.ts'
import { useDebounced } from './use-debounced.ts'

/** CSS pixels of the windows that are imitated. */
const devices = {
  phone: { title: 'Phone', width: 390, height: 780 },
  desktop: { title: 'Desktop', width: 1280, height: 860 },
} as const

type Device = keyof typeof devices

interface PreviewProps {
  readonly domain: DomainRef
  /** Also what is not saved. */
  readonly branding: BrandingDraft
  /** Of what is saved: the page is read again when it changes. */
  readonly version: string
}

/** The page itself, as its visitors see it, and how they get there. */
export function Preview({ domain, branding, version }: PreviewProps) {
  const [device, setDevice] = useState<Device>('phone')
  const url = claimUrl(domain)
  const preview = useDebounced(previewUrl(domain, branding, version))
  return (
    <aside aria-label="Preview" className="grid content-start gap-4 @4xl:sticky @4xl:top-0 @4xl:self-start">
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">Preview</p>
        <SegmentedControl
          label="Window"
          value={device}
          options={[
            { value: 'phone', title: 'Phone', icon: <Smartphone aria-hidden className="size-4" /> },
            { value: 'desktop', title: 'Desktop', icon: <Monitor aria-hidden className="size-4" /> },
          ]}
          onChange={setDevice}
        />
      </div>
      <PageFrame url={preview} device={device} />
      <div className="grid grid-cols-[7rem_1fr] items-center gap-4">
        <QrCode text={url} />
        <dl className="flex min-w-0 items-center justify-between gap-2 text-sm">
          <dt className="text-soft">Link</dt>
          <dd>
            <CopyButton size="dense" text={url} subject="the link" />
          </dd>
        </dl>
      </div>
    </aside>
  )
}

/** Nothing in it can be used. The last one stays until the next is loaded. */
function PageFrame({ url, device }: { readonly url: string; readonly device: Device }) {
  const { title, width, height } = devices[device]
  const [shown, setShown] = useState(url)
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const resized = new ResizeObserver(([entry]) => {
      if (entry) setScale(Math.min(1, entry.contentRect.width / width))
    })
    resized.observe(place.current)
    return () => resized.disconnect()
  }, [width])
  return (
    <div ref={place} className="overflow-hidden">
      <div
        className={`bg-ground border-line mx-auto overflow-hidden border shadow ${device === 'phone' ? 'rounded-[2rem]' : 'rounded-lg'}`}
        style={{ width: width * scale, height: height * scale }}
        inert
      >
        <div className="relative origin-top-left" style={{ width, height, transform: `scale(${scale})` }}>
          {[...new Set([shown, url])].map((src) => (
            <iframe
              key={src}
              src={src}
              title={`The claim page on a ${title.toLowerCase()}`}
              tabIndex={-1}
              className={`absolute inset-0 size-full ${src === shown ? '' : 'invisible'}`}
              onLoad={() => setShown(src)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** The service shows what is not saved in a frame of the console only. */
function previewUrl({ domain, chainId }: DomainRef, branding: BrandingDraft, version: string): string {
  const params = new URLSearchParams({
    chainId: `${chainId}`,
    branding: JSON.stringify(toBranding(branding)),
    version,
  })
  return `/preview/claim/${encodeURIComponent(domain)}?${params}`
}
