import { useEffect, useRef, useState } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { LongTextInput, TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Correction, OpenRow } from './use-correction.ts'

interface CorrectionDialogProps {
  readonly domain: string
  readonly correction: Correction
}

/** The cells of one refused row after the other. */
export function CorrectionDialog({ domain, correction }: CorrectionDialogProps) {
  const { shown, refused, close } = correction
  if (!shown) return null
  return (
    <Dialog title={`Row ${formatCount(shown.result.row)}`} width="wide" onClose={close}>
      <p className="text-soft mb-4 text-sm">
        {formatCount(refused.indexOf(shown.result) + 1)} of {formatCount(refused.length)} refused
      </p>
      <RowForm key={shown.result.row} domain={domain} correction={correction} row={shown} />
    </Dialog>
  )
}

interface RowFormProps extends CorrectionDialogProps {
  readonly row: OpenRow
}

/** Cells of more columns than this are shown where they have content. */
const maxEmptyColumns = 12

function RowForm({ domain, correction, row: { result, record } }: RowFormProps) {
  const { source, next, keep, open, check } = correction
  const { json } = record
  const columns = (json ? undefined : source.columns) ?? []
  const titles = json?.titles ?? source.titles
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const [cells, setCells] = useState<readonly string[]>(() =>
    Array.from(
      { length: Math.max(record.cells.length, columns.length) },
      (_, index) => record.cells[index] ?? '',
    ),
  )
  const [problem, setProblem] = useState(result.words)
  const isChanged = cells.some((cell, index) => cell !== (record.cells[index] ?? ''))
  const set = (index: number, cell: string) =>
    setCells((current) => current.map((other, at) => (at === index ? cell : other)))
  /** @returns the row, unless it cannot be read yet. */
  const read = async () => {
    const { row } = record
    const { toEntry } = await import('../../../../server/src/listings/import-form.ts')
    const listed = toEntry(
      json
        ? (await import('./json-rows.ts')).readJsonRow(json, { row, domain, cells })
        : (await import('../../../../server/src/listings/csv.ts')).readCsvRow(
            { columns, ignored: [] },
            cells,
            row,
            {
              domain,
            },
          ),
    )
    if (listed.problem !== null) setProblem(listed.problem)
    return listed.problem === null ? { ...record, cells } : undefined
  }
  const goOn = async () => {
    const corrected = isChanged ? await read() : undefined
    if (isChanged && !corrected) return
    if (!next) return check(corrected)
    if (corrected) keep(corrected)
    open(next.row)
  }
  const checkNow = async () => {
    const corrected = await read()
    if (corrected) check(corrected)
  }
  const fields = cells.flatMap((cell, index) => {
    const column = columns[index]
    const isShown =
      json !== undefined ||
      column?.kind === 'name' ||
      (record.cells[index] ?? '').trim() !== '' ||
      (column && column.kind !== 'ignored' && index < maxEmptyColumns)
    if (!isShown || column?.kind === 'ignored') return []
    const title =
      titles[index]?.trim() || (column ? `Column ${index + 1}` : `Cell ${index + 1}, without a column`)
    return [
      {
        index,
        title,
        cell,
        isMono: column?.kind === 'address' || column?.kind === 'holder' || /^0x[\da-f]+$/i.test(cell),
      },
    ]
  })
  return (
    <LocalForm ref={form} className="grid grid-cols-1 gap-4" onSubmit={() => void goOn()}>
      <Notice tone="warn" title="Why it is refused" isLive>
        <span className="name-breaks">{problem}</span>
      </Notice>
      {fields.map(({ index, title, cell, isMono }) =>
        /[\n\r]/.test(cell) ? (
          <LongTextInput key={index} title={title} value={cell} onChange={(text) => set(index, text)} />
        ) : (
          <TextInput
            key={index}
            title={title}
            isMono={isMono}
            value={cell}
            onChange={(text) => set(index, text)}
          />
        ),
      )}
      <div className="flex flex-wrap items-center gap-3">
        {next ? (
          <>
            <Button type="submit" look="primary">
              {isChanged ? 'Keep it, next row' : 'Next row'}
            </Button>
            {isChanged && <Button onClick={() => void checkNow()}>Keep it, check again</Button>}
          </>
        ) : (
          <Button type="submit" look="primary" disabled={!isChanged && correction.correctedRows.size === 0}>
            Check again
          </Button>
        )}
      </div>
    </LocalForm>
  )
}
