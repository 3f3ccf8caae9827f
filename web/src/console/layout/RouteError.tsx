import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ScreenNotLoaded } from '../lazy-screen.ts'
import { ErrorState } from '../ui/Query.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    if (error instanceof ScreenNotLoaded) {
      // Offline, the browser would show a page of its own.
      if (navigator.onLine) location.reload()
      return
    }
    reset()
    void router.invalidate()
  }
  return (
    <div className="max-w-xl p-4">
      <h1 className="mb-4 text-2xl font-semibold">This screen did not open</h1>
      <ErrorState
        title={error instanceof ScreenNotLoaded ? 'It is not loaded.' : 'Something failed.'}
        error={error}
        onRetry={retry}
      />
    </div>
  )
}

export function NotFound() {
  return (
    <div className="p-4">
      <h1 className="text-2xl font-semibold">Nothing here</h1>
      <p className="text-soft mt-2">
        The console has no such screen.{' '}
        <Link to="/console" className="text-ink underline underline-offset-4">
          Go to all domains
        </Link>
      </p>
    </div>
  )
}
