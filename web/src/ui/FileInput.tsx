import { FileUp, ImageUp } from 'lucide-react'
import { type DragEvent, type InputHTMLAttributes, useState } from 'react'
import { t } from '../text/messages.ts'
import { classNames } from './class-names.ts'

const kinds = {
  csv: { accepted: '.csv,text/csv,text/plain', Icon: FileUp, words: 'drop-csv' },
  names: { accepted: '.jsonl,.json,.csv,text/csv,application/json', Icon: FileUp, words: 'drop-file' },
  image: {
    accepted: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
    Icon: ImageUp,
    words: 'drop-picture',
  },
} as const

interface FileInputProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'aria-describedby' | 'disabled'> {
  readonly kind: keyof typeof kinds
  readonly size?: 'line' | 'area'
  readonly onFile: (file: File) => void
}

/** A place where one file is dropped or chosen; the same one can be chosen again. Its label is that of its `id`. */
export function FileInput({ kind, size = 'line', disabled, onFile, ...props }: FileInputProps) {
  const [isOver, setIsOver] = useState(false)
  const { accepted, Icon, words } = kinds[kind]
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !disabled) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <div
      className={classNames(
        'relative flex items-center gap-3 rounded border border-dashed transition',
        'has-focus-visible:outline-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        size === 'line' ? 'min-h-11 px-3 py-2 text-sm' : 'min-h-32 flex-col justify-center p-6 text-center',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-edge bg-raised hover:bg-hover',
        disabled && 'opacity-55',
      )}
    >
      <Icon aria-hidden className="text-soft size-5 shrink-0" />
      <span aria-hidden className="text-soft">
        {t(words)}
      </span>
      {/* Over the whole place, so that all of it takes clicks and drops. */}
      <input
        type="file"
        accept={accepted}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files)
        }}
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
        {...props}
      />
    </div>
  )
}
