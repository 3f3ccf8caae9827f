import { Check, Share2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../text/messages.ts'
import { Button, type ButtonProps } from '../ui/Button.tsx'

interface ShareButtonProps extends Pick<ButtonProps, 'look' | 'className'> {
  readonly title: string
  /** Absolute path of the page. */
  readonly path: string
  readonly text?: string
}

/** The share sheet of the device; without one, the link is copied. */
export function ShareButton({ title, path, text = t('share'), ...appearance }: ShareButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const share = async () => {
    const url = new URL(path, location.origin).href
    if (navigator.share) return navigator.share({ title, url }).catch(() => undefined)
    return navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  const Sign = isCopied ? Check : Share2
  return (
    <Button onClick={share} {...appearance}>
      <Sign aria-hidden className="size-4" />
      {isCopied ? t('share.copied') : text}
    </Button>
  )
}
