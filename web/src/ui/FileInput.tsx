import type { InputHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

const accepted = {
  csv: '.csv,text/csv,text/plain',
  image: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
} as const

const sizes = {
  dense: 'file:min-h-8 file:px-3',
  comfortable: 'min-h-11 file:min-h-11 file:px-4',
} as const

interface FileInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'aria-describedby'> {
  readonly kind: keyof typeof accepted
  readonly size?: keyof typeof sizes
  readonly onFile: (file: File) => void
}

/** One file; the same one can be chosen again. */
export function FileInput({ kind, size = 'dense', onFile, ...props }: FileInputProps) {
  return (
    <input
      type="file"
      accept={accepted[kind]}
      className={classNames(
        'file:border-edge file:bg-ground file:text-ink text-soft max-w-full text-sm file:me-3 file:rounded file:border',
        sizes[size],
      )}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) onFile(file)
        currentTarget.value = ''
      }}
      {...props}
    />
  )
}
