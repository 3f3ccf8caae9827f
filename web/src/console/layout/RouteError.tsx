import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="max-w-xl p-4">
      <h1 className="mb-4 text-2xl font-semibold">This screen did not open</h1>
      <ErrorState title="Something failed." error={error} onRetry={retry} />
    </div>
  )
}
