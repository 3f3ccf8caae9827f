import { Link } from '@tanstack/react-router'

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
