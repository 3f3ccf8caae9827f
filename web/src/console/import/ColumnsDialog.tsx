import { useState } from 'react'
import type { Column } from '../../../../server/src/listings/csv.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { LocalForm } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { FileHeader } from '../arrive/file-header.ts'

const meanings = [
  { value: 'ignored', title: 'Not read' },
  { value: 'name', title: 'Name' },
  { value: 'address', title: 'Address' },
  { value: 'text', title: 'A text' },
  { value: 'holder', title: 'Holder' },
  { value: 'contenthash', title: 'Site (content hash)' },
  { value: 'state', title: 'State: claimed or reserved' },
  { value: 'created', title: 'When it was issued' },
  { value: 'claimed', title: 'When it was claimed' },
  { value: 'texts', title: 'JSON of texts' },
] as const

interface ColumnsDialogProps {
  readonly header: FileHeader
  /** Why the file is not read as it is. */
  readonly problem: string | undefined
  readonly onChosen: (columns: readonly Column[]) => void
  readonly onClose: () => void
}

/** What each column of a file means. */
export function ColumnsDialog({ header, problem, onChosen, onClose }: ColumnsDialogProps) {
  const { titles, samples } = header
  const [columns, setColumns] = useState(header.columns)
  const set = (index: number, column: Column) =>
    setColumns((current) => current.map((other, at) => (at === index ? column : other)))
  const hasName = columns.some(({ kind }) => kind === 'name')
  const hasKeys = columns.every((column) => column.kind !== 'text' || column.key.trim() !== '')
  return (
    <Dialog title="What the columns mean" width="wide" onClose={onClose}>
      <LocalForm className="grid gap-4" onSubmit={() => onChosen(columns)}>
        {problem !== undefined && (
          <Notice tone="warn" title="The titles of the file do not say it.">
            {problem}
          </Notice>
        )}
        <ul className="divide-line divide-y">
          {columns.map((column, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file never move, and their titles may be alike.
              key={index}
              className="grid items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_12rem_10rem]"
            >
              <p className="min-w-0">
                <span className="name-breaks block font-medium">
                  {titles[index]?.trim() || `Column ${index + 1}`}
                </span>
                <span className="text-soft block truncate text-sm">{samples[index]}</span>
              </p>
              <ChoiceInput
                title={`Meaning of column ${index + 1}`}
                value={column.kind}
                options={meanings}
                onChange={(kind) => set(index, columnOfKind(kind, titles[index]))}
              />
              {column.kind === 'text' && (
                <TextInput
                  title={`Key of column ${index + 1}`}
                  isMono
                  value={column.key}
                  onChange={(key) => set(index, { kind: 'text', key })}
                />
              )}
              {column.kind === 'address' && (
                <TextInput
                  title={`Coin type of column ${index + 1}`}
                  hint="60 is Ethereum."
                  isMono
                  inputMode="numeric"
                  value={`${column.coinType}`}
                  onChange={(text) =>
                    set(index, { kind: 'address', coinType: Number(text.replace(/\D/g, '')) })
                  }
                />
              )}
            </li>
          ))}
        </ul>
        <Button type="submit" look="primary" disabled={!hasName || !hasKeys}>
          Read the file
        </Button>
        {!hasName && <p className="text-soft text-sm">Choose the column that has the names.</p>}
        {!hasKeys && <p className="text-soft text-sm">A text needs a key, such as url.</p>}
      </LocalForm>
    </Dialog>
  )
}

function columnOfKind(kind: Column['kind'], title = ''): Column {
  if (kind === 'address') return { kind, coinType: 60 }
  if (kind === 'text') return { kind, key: title.trim().toLowerCase().replaceAll(/\s+/g, '-') }
  return { kind }
}
