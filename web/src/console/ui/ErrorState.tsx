import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { explainError } from '../../wallet/wallet-error.ts'

interface ErrorStateProps {
  /** What did not happen. */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Notice tone="bad" title={title} isLive>
      <p>{explainError(error)}</p>
      {onRetry && (
        <Button size="dense" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
