import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from './TextField.tsx'

/** A text record with a key of one's own. */
export function AddRecord({ onAdd }: { readonly onAdd: (key: string) => void }) {
  const [key, setKey] = useState('')
  const add = () => {
    onAdd(key.trim())
    setKey('')
  }
  return (
    <div className="flex items-end gap-3">
      <div className="flex-1">
        <TextField title="Key of another text record" isMono value={key} onChange={setKey} />
      </div>
      <Button disabled={key.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  )
}
