import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { Arrival } from '../arrive/arrival-store.ts'
import { CorrectButton, CorrectionBar } from '../arrive/CorrectionBar.tsx'
import { countOutcomes, countSurprises, countWritten, describeOutcomes } from '../arrive/outcomes.ts'
import { ReportButton } from '../arrive/ReportButton.tsx'
import { ResultTable } from '../arrive/ResultTable.tsx'
import { RuleChoice } from '../arrive/RuleChoice.tsx'
import type { ArrivalOfDomain } from '../arrive/use-arrival.ts'
import { useCorrection } from '../arrive/use-correction.ts'

interface TableImportProps {
  readonly domain: string
  readonly arrival: ArrivalOfDomain
  /** Absent: they are not to be chosen. */
  readonly onChooseColumns: (() => void) | undefined
}

/** A file that was read: what would happen to each row, found by the service, and then what did. */
export function TableImport({ domain, arrival: state, onChooseColumns }: TableImportProps) {
  const { arrival, running, error, start, setRule } = state
  const isChecked = arrival?.checked === arrival?.chunks
  const startOnce = useEffectEvent(() => {
    if (arrival && !isChecked && arrival.imported === 0 && !running && error === undefined) start('check')
  })
  const isBegun = arrival ? arrival.imported > 0 || running === 'import' : false
  const phase = isBegun ? 'import' : 'check'
  const correction = useCorrection(state, phase)
  const [id, rule] = [arrival?.id, arrival?.rule]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, another rule, or corrected rows are another check.
  useEffect(() => startOnce(), [id, rule, running === 'correcting'])
  if (!arrival) return null
  const results = state.results[phase]
  const { header } = state
  const ignored = header?.ignored ?? []
  const hasCorrected = correction !== undefined && correction.correctedRows.size > 0
  return (
    <>
      <section aria-label="Progress" className="grid gap-3">
        <h2 className="name-breaks font-semibold">{arrival.title}</h2>
        <Summary arrival={arrival} state={state} />
      </section>
      {ignored.length > 0 && !isBegun && (
        <Notice title="Some columns are not read.">
          <span className="name-breaks">{ignored.slice(0, 10).join(', ')}</span>
          {ignored.length > 10 && ` and ${ignored.length - 10} more`}.
        </Notice>
      )}
      {!isBegun && <RuleChoice rule={arrival.rule} onChange={running ? () => undefined : setRule} />}
      {correction && <CorrectionBar domain={domain} correction={correction} />}
      <div className="flex flex-wrap gap-3">
        {hasCorrected || <MainButton arrival={arrival} state={state} />}
        {correction && <CorrectButton correction={correction} />}
        {results.length > 0 && running === undefined && (
          <ReportButton phase={phase} domain={domain} results={results} />
        )}
        {onChooseColumns && !isBegun && running === undefined && (
          <Button onClick={onChooseColumns}>Choose the columns</Button>
        )}
        {running === undefined && (
          <Button onClick={state.drop}>{isDone(arrival) ? 'Another file' : 'Drop this file'}</Button>
        )}
      </div>
      {results.length > 0 && (
        <ResultTable phase={phase} domain={domain} results={results} correction={correction} />
      )}
    </>
  )
}

interface PartProps {
  readonly arrival: Arrival
  readonly state: ArrivalOfDomain
}

function isDone({ imported, chunks }: Arrival): boolean {
  return imported === chunks
}

function Summary({ arrival, state: { results, running } }: PartProps) {
  const { names, checked, chunks, imported } = arrival
  const isBegun = imported > 0 || running === 'import'
  if (!isBegun && checked < chunks)
    return <Progress label="Checked, nothing is written" value={results.check.length} max={names} />
  const counts = countOutcomes(isBegun ? results.import : results.check)
  const rows = `${formatCount(names)} ${names === 1 ? 'row' : 'rows'}`
  if (!isBegun)
    return (
      <Notice
        tone={counts.refused > 0 ? 'warn' : 'good'}
        title={`${rows}: ${describeOutcomes(counts, 'check')}.`}
        isLive
      >
        Nothing is written yet. {counts.refused > 0 && 'What cannot be here has its reason below.'}
      </Notice>
    )
  if (!isDone(arrival)) return <Progress label="Importing" value={results.import.length} max={names} />
  const surprises = countSurprises(results.check, results.import)
  return (
    <Notice
      tone={counts.refused > 0 || surprises > 0 ? 'warn' : 'good'}
      title={`Done, ${rows}: ${describeOutcomes(counts, 'import')}.`}
      isLive
    >
      {surprises > 0
        ? `${formatCount(surprises)} ${surprises === 1 ? 'row' : 'rows'} came out otherwise than in the check, because names or settings here changed after it.`
        : 'Each row came out as the check has shown it.'}
    </Notice>
  )
}

function MainButton({ arrival, state: { results, running, start, stop } }: PartProps) {
  const { checked, chunks, imported } = arrival
  if (isDone(arrival)) return null
  if (running === 'check') return <Button onClick={stop}>Stop</Button>
  if (running === 'import') return <Button onClick={stop}>Pause</Button>
  if (imported > 0)
    return (
      <Button look="primary" onClick={() => start('import')}>
        Continue
      </Button>
    )
  if (checked < chunks)
    return (
      <Button look="primary" isWaiting={running !== undefined} onClick={() => start('check')}>
        {checked > 0 ? 'Go on' : 'Check the names'}
      </Button>
    )
  const count = countWritten(countOutcomes(results.check))
  return (
    <Button look="primary" disabled={count === 0} onClick={() => start('import')}>
      {`Import ${formatCount(count)} ${count === 1 ? 'name' : 'names'}`}
    </Button>
  )
}
