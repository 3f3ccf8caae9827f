import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

interface KeyFormProps {
  readonly isBusy: boolean
  readonly onKey: (key: string) => void
}

/** For operators. The key is not remembered by the page or the browser. */
export function KeyForm({ isBusy, onKey }: KeyFormProps) {
  const id = useId()
  const [key, setKey] = useState('')
  return (
    <details className="text-sm">
      <summary className="text-soft">Use an admin key instead</summary>
      <form
        className="mt-3 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onKey(key.trim())
        }}
      >
        <label htmlFor={id} className="font-medium">
          Admin key
        </label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          className="border-edge bg-ground mono min-h-11 rounded border px-3"
        />
        <Button type="submit" disabled={isBusy || key.trim() === ''}>
          Sign in
        </Button>
      </form>
    </details>
  )
}
