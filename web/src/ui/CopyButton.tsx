import { Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../text/messages.ts'
import { IconButton } from './Button.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for screen readers. */
  readonly subject: string
  readonly size?: 'touch' | 'dense'
}

const states = {
  copy: <Copy aria-hidden className="size-4" />,
  copied: <Check aria-hidden className="text-good size-4" />,
  'not-copied': <X aria-hidden className="text-bad size-4" />,
} as const

const shownMs = 2000

export function CopyButton({ text, subject, size = 'touch' }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof states>('copy')
  const copy = async () => {
    const next = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'not-copied' as const,
    )
    setState(next)
    setTimeout(() => setState('copy'), shownMs)
  }
  return (
    <IconButton
      size={size}
      label={t(state, { subject })}
      className="text-soft hover:text-ink"
      onClick={() => void copy()}
    >
      {states[state]}
    </IconButton>
  )
}
