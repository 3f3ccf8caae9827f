import { Button } from '../../ui/Button.tsx'
import { byteOrderMark, csvLine } from '../ui/csv.ts'
import { download } from '../ui/download.ts'
import type { ArrivalResult, Phase } from './import-types.ts'

interface ReportButtonProps {
  readonly phase: Phase
  readonly domain: string
  readonly results: readonly ArrivalResult[]
}

/** A line for each name, as CSV. */
export function ReportButton({ phase, domain, results }: ReportButtonProps) {
  const save = () => {
    const titles = csvLine(['row', 'name', 'holder', 'outcome', 'why'])
    const lines = results.map(({ row, label, address, outcome, words }) =>
      csvLine([`${row}`, label, address ?? '', outcome, words]),
    )
    download(`${domain}-${phase}.csv`, new Blob([byteOrderMark, titles, ...lines], { type: 'text/csv' }))
  }
  return <Button onClick={save}>Download the report</Button>
}
