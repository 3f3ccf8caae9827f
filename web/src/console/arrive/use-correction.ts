import { useState } from 'react'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { explainError } from '../../wallet/wallet-error.ts'
import type { ArrivalResult, Phase } from './import-types.ts'
import type { FileRow } from './parse-file.ts'
import type { ArrivalOfDomain } from './use-arrival.ts'

/** A refused row, as it is in the file or was corrected. */
export interface OpenRow {
  readonly result: ArrivalResult
  readonly record: FileRow
}

/** Rows of a file that are read at once for their correction. */
const rowsAtOnce = 50

/** Correcting the refused rows of a list, one after the other; then they are checked again. Undefined without such a row, or while something is sent. */
export function useCorrection(state: ArrivalOfDomain, phase: Phase) {
  const { arrival, source, running, results } = state
  const [corrected, setCorrected] = useState<ReadonlyMap<number, FileRow>>(new Map())
  const [known, setKnown] = useState<ReadonlyMap<number, FileRow>>(new Map())
  const [openRow, setOpenRow] = useState<number>()
  const [problem, setProblem] = useState<string>()
  useUnsavedWork(corrected.size > 0)
  const isOver = arrival && (phase === 'check' ? arrival.checked : arrival.imported) === arrival.chunks
  if (!source || !isOver || running) return undefined
  const refused = results[phase].filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return undefined
  const rowOf = (row: number) => corrected.get(row) ?? known.get(row)
  const indexOf = (row: number) => refused.findIndex((result) => result.row === row)

  const open = async (row: number) => {
    setProblem(undefined)
    try {
      if (!rowOf(row)) {
        const from = Math.max(0, indexOf(row))
        const records = await state.readRows(
          refused.slice(from, from + rowsAtOnce).map((result) => result.row),
        )
        setKnown(
          (current) => new Map([...current, ...records.map((record) => [record.row, record] as const)]),
        )
      }
      setOpenRow(row)
    } catch (error) {
      setProblem(explainError(error))
    }
  }
  const check = async (last?: FileRow) => {
    const records = [...corrected.values(), ...(last ? [last] : [])]
    setOpenRow(undefined)
    try {
      await state.correct(records.map(({ row, cells }) => ({ row, cells })))
      setCorrected(new Map())
      setKnown(new Map())
    } catch (error) {
      setProblem(explainError(error))
    }
  }
  const result = refused.find(({ row }) => row === openRow)
  const record = openRow === undefined ? undefined : rowOf(openRow)
  return {
    source,
    refused,
    correctedRows: new Set(corrected.keys()),
    problem,
    /** In the dialog. */
    shown: result && record ? { result, record } : undefined,
    next: result && refused[refused.indexOf(result) + 1],
    open: (row: number) => void open(row),
    close: () => setOpenRow(undefined),
    keep: (one: FileRow) => setCorrected((current) => new Map([...current, [one.row, one]])),
    check: (last?: FileRow) => void check(last),
  }
}

export type Correction = NonNullable<ReturnType<typeof useCorrection>>
