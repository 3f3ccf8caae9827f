import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { FormerGatewaySection } from './FormerGatewaySection.tsx'
import { NextLink } from './NextLink.tsx'
import { type ComparedName, formerPath, formerQuery, paramsOf } from './queries.ts'
import { pickSample } from './sample.ts'
import type { StepProps } from './use-arrival.ts'

/** A sample of names as both gateways answer it, so that an owner sees before the switch that nothing changes. */
export function CompareStep({ domain, arrival: { results } }: StepProps) {
  const former = useQuery(formerQuery(domain))
  const known = results.import.length > 0 ? results.import : results.check
  return (
    <>
      <FormerGatewaySection domain={domain} />
      {former.data?.formerGateway ? (
        <Section
          title="Side by side"
          words="The same names as the old gateway and as this service answer them."
        >
          <Comparison
            domain={domain}
            sample={pickSample(
              known.filter(({ outcome }) => outcome !== 'refused').map(({ label }) => label),
            )}
          />
        </Section>
      ) : (
        <p className="text-soft text-sm">
          With an old gateway, a sample of names is compared here. Without one, names that are not here do not
          resolve after the switch.
        </p>
      )}
      <div>
        <NextLink step="switch" isMain={former.data?.formerGateway != null} />
      </div>
    </>
  )
}

/** Of a request: the responses of some come while others are asked. */
const namesPerRequest = 5
const maxNames = 20

interface ComparisonProps {
  readonly domain: DomainRef
  readonly sample: readonly string[]
}

function Comparison({ domain, sample }: ComparisonProps) {
  const [typed, setTyped] = useState<string>()
  const [names, setNames] = useState<readonly ComparedName[]>([])
  const text = typed ?? sample.join('\n')
  const labels = labelsIn(text, domain.domain)
  const compare = async () => {
    setNames([])
    for (let index = 0; index < labels.length; index += namesPerRequest) {
      const body = { labels: labels.slice(index, index + namesPerRequest) }
      const part = await unwrap(api.POST(`${formerPath}/compare`, { params: paramsOf(domain), body }))
      setNames((current) => [...current, ...part])
    }
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Form
        name="compare"
        work="losable"
        submit={compare}
        failure="They were not compared."
        action={labels.length === 1 ? 'Compare 1 name' : `Compare ${labels.length} names`}
        busyAction="Asking both…"
        missing={
          labels.length === 0
            ? 'Give the names to compare.'
            : labels.length > maxNames && `At most ${maxNames} names at a time.`
        }
        footer={
          <ApiCall
            method="POST"
            path={`${formerPath}/compare`}
            params={{ domain: domain.domain }}
            query={{ chainId: domain.chainId }}
            body={{ labels: labels.slice(0, namesPerRequest) }}
          />
        }
      >
        <LongTextInput
          title="Names"
          name="labels"
          rows={4}
          hint="One a line. A sample of those that were read is filled in."
          value={text}
          onChange={setTyped}
        />
      </Form>
      {names.length > 0 && <Summary names={names} />}
      {names.map((name) => (
        <ComparedCard key={name.name} name={name} />
      ))}
    </div>
  )
}

function labelsIn(text: string, domain: string): readonly string[] {
  const labels = text
    .split(/[\s,]+/)
    .filter((label) => label !== '')
    .map((label) => (label.endsWith(`.${domain}`) ? label.slice(0, -domain.length - 1) : label))
  return [...new Set(labels)]
}

type Verdict = 'equal' | 'differs' | 'there' | 'failed'

const verdicts = {
  equal: { tone: 'good', title: 'Equal' },
  differs: { tone: 'warn', title: 'Differs' },
  there: { tone: 'neutral', title: 'Only there' },
  failed: { tone: 'bad', title: 'No answer there' },
} as const

function verdictOf({ error, state, records }: ComparedName): Verdict {
  if (error !== null) return 'failed'
  if (state === 'absent') return 'there'
  return records.every(({ there, here }) => there === here) ? 'equal' : 'differs'
}

function Summary({ names }: { readonly names: readonly ComparedName[] }) {
  const count = (verdict: Verdict) => names.filter((name) => verdictOf(name) === verdict).length
  const isEqual = count('equal') === names.length
  return (
    <Notice
      tone={isEqual ? 'good' : 'warn'}
      isLive
      title={
        isEqual
          ? `All ${names.length} answer the same.`
          : `${count('equal')} of ${names.length} answer the same.`
      }
    >
      {isEqual
        ? 'Wallets see no difference after the switch.'
        : 'Records that differ are marked below. Names that are only there are answered by the old gateway.'}
    </Notice>
  )
}

function ComparedCard({ name: compared }: { readonly name: ComparedName }) {
  const { name, state, records, error } = compared
  const { tone, title } = verdicts[verdictOf(compared)]
  return (
    <article aria-label={name} className="bg-raised border-line rounded border">
      <header className="border-line flex flex-wrap items-center justify-between gap-3 border-b px-4 py-3">
        <h3 className="font-medium">
          <NameTitle name={name} />
        </h3>
        <StateMark tone={tone}>{title}</StateMark>
      </header>
      <div className="px-4 py-2">
        {error !== null && <p className="text-soft name-breaks py-2 text-sm">{error}</p>}
        {state === 'absent' && error === null && records.length > 0 && (
          <p className="text-soft py-2 text-sm">It is not here: the old gateway answers for it.</p>
        )}
        {state === 'reserved' && (
          <p className="text-soft py-2 text-sm">
            It is reserved here, and resolves to nothing until it is claimed.
          </p>
        )}
        {records.length === 0 && error === null && (
          <p className="text-soft py-2 text-sm">Neither has a record of it.</p>
        )}
        {records.length > 0 && (
          <RecordTable
            name={name}
            records={records}
            isAnswered={error === null}
            isCompared={error === null && state !== 'absent'}
          />
        )}
      </div>
    </article>
  )
}

interface RecordTableProps {
  readonly name: string
  readonly records: ComparedName['records']
  /** Whether the old gateway has answered. */
  readonly isAnswered: boolean
  /** Whether both hold the name. */
  readonly isCompared: boolean
}

/** Both columns on a wide screen; on a phone, one below the other. */
function RecordTable({ name, records, isAnswered, isCompared }: RecordTableProps) {
  const row = 'grid gap-x-4 gap-y-1 @xl:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]'
  return (
    <table className="grid text-sm">
      <caption className="sr-only">Records of {name}</caption>
      <thead className="hidden @xl:grid">
        <tr className={classNames(row, 'text-faint py-1.5 text-xs')}>
          {['Record', 'Old gateway', 'Here'].map((title) => (
            <th key={title} scope="col" className="text-start font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid">
        {records.map(({ record, there, here }) => {
          const differs = isCompared && there !== here
          return (
            <tr
              key={record}
              className={classNames(row, 'border-line border-t py-2 first:border-t-0 @xl:first:border-t')}
            >
              <th scope="row" className="mono name-breaks text-soft text-start text-xs font-normal">
                <span className="me-2">{record}</span>
                {differs && <StateMark tone="warn">differs</StateMark>}
              </th>
              <Value title="Old gateway" text={isAnswered ? there : null} isMarked={differs} />
              <Value title="Here" text={here} isMarked={differs} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ValueProps {
  readonly title: string
  readonly text: string | null
  readonly isMarked: boolean
}

function Value({ title, text, isMarked }: ValueProps) {
  return (
    <td className={classNames('name-breaks mono text-xs', isMarked && 'bg-warn-soft rounded px-1.5 py-0.5')}>
      <span className="text-soft block font-sans @xl:hidden">{title}</span>
      {text ?? <span className="text-soft">nothing</span>}
    </td>
  )
}
