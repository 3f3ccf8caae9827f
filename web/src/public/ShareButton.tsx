import { useState } from 'react'
import { Button } from '../ui/Button.tsx'

interface ShareButtonProps {
  readonly title: string
  /** Absolute path of the page. */
  readonly path: string
}

/** The share sheet of the device; without one, the link is copied. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const share = async () => {
    const url = new URL(path, location.origin).href
    if (navigator.share) return navigator.share({ title, url }).catch(() => undefined)
    return navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  return <Button onClick={share}>{isCopied ? 'Link copied' : 'Share'}</Button>
}
