import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'

/** The share sheet of the device; without one, the link is copied. */
export function ShareButton({ name, path }: { readonly name: string; readonly path: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const share = async () => {
    const url = new URL(path, location.origin).href
    if (navigator.share) return navigator.share({ title: name, url }).catch(() => undefined)
    return navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  return <Button onClick={share}>{isCopied ? 'Link copied' : 'Share'}</Button>
}
