import { useId } from 'react'
import { FileInput } from '../../ui/FileInput.tsx'

interface UploadInputProps {
  readonly title: string
  readonly hint: string
  readonly kind: 'csv' | 'image'
  readonly isUploading: boolean
  readonly onFile: (file: File) => void
}

/** A file that is uploaded as soon as it is chosen. */
export function UploadInput({ title, hint, kind, isUploading, onFile }: UploadInputProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {title}
      </label>
      <FileInput id={id} kind={kind} aria-describedby={`${id}-hint`} onFile={onFile} />
      <p id={`${id}-hint`} className="text-soft mt-1 text-sm">
        {isUploading ? 'Uploading…' : hint}
      </p>
    </>
  )
}
