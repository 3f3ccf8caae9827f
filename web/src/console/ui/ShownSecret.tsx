import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface ShownSecretProps {
  readonly title: string
  readonly secret: string
  /** What is copied, for screen readers. */
  readonly subject: string
  /** What it is for. */
  readonly children?: ReactNode
}

/** The only time that a secret is shown: it gets the focus, because what made it is gone. One press selects all of it. */
export function ShownSecret({ title, secret, subject, children }: ShownSecretProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <Notice tone="warn" title={title} isLive>
      {children}
      <div className="mt-1 flex items-start gap-2">
        <code
          ref={place}
          tabIndex={-1}
          className="mono bg-raised border-line text-ink min-w-0 flex-1 rounded border px-3 py-2 break-all select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} subject={subject} />
      </div>
    </Notice>
  )
}
