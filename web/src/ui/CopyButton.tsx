import { useState } from 'react'
import { Button } from './Button.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for screen readers. */
  readonly subject: string
  readonly size?: 'touch' | 'dense'
}

export function CopyButton({ text, subject, size = 'touch' }: CopyButtonProps) {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('Copied'),
      () => setState('Not copied'),
    )
  return (
    <Button
      look="quiet"
      size={size}
      className="px-2 text-sm"
      aria-label={`${state}: ${subject}`}
      onClick={copy}
    >
      {state}
    </Button>
  )
}
