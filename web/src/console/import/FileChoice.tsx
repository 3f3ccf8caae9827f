import { useId, useState } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileInput } from '../../ui/FileInput.tsx'

/** A file that is chosen or dropped, or rows that are pasted. */
export function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOver, setIsOver] = useState(false)
  return (
    <div className="grid gap-6">
      <section
        aria-label="Choose a file"
        className={`border-edge rounded border border-dashed p-6 ${isOver ? 'bg-raised' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        <label htmlFor={id} className="mb-2 block font-medium">
          Drop a CSV file here, or choose one
        </label>
        <FileInput id={id} kind="csv" onFile={onFile} />
        <p className="text-soft mt-3 text-sm">
          The first line names the columns: <code className="mono">name</code> and{' '}
          <code className="mono">address</code>, and if you like <code className="mono">text:url</code>,{' '}
          <code className="mono">address:0</code> or <code className="mono">contenthash</code>. A file that
          was exported here fits too.
        </p>
      </section>
      <LocalForm
        className="grid gap-3"
        onSubmit={() => onFile(new File([text], 'pasted rows', { type: 'text/csv' }))}
      >
        <LongTextInput title="Or paste rows" rows={5} value={text} onChange={setText} />
        <div>
          <Button type="submit" size="dense" disabled={text.trim() === ''}>
            Read them
          </Button>
        </div>
      </LocalForm>
    </div>
  )
}
