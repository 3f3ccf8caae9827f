import { ChevronRight } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { type ChangeWords, changeWordsOf } from './change-words.ts'
import { type ActorNames, describeActor, describeEvent } from './describe-event.ts'
import type { Event } from './queries.ts'

/** Of an event, those that stand in its row. */
const shownChanges = 2

interface EventRowProps {
  readonly event: Event
  readonly names: ActorNames
  /** All are of one name, which is not repeated. */
  readonly isOfName: boolean
  readonly onActor: ((actor: string) => void) | undefined
}

/** What happened, who did it and what changed; opened, each value before and after in full. */
export function EventRow({ event, names, isOfName, onActor }: EventRowProps) {
  const { type, name, time, actor } = event
  const words = changeWordsOf(event)
  const hasName = name !== null && !isOfName
  const summary = (
    <>
      {hasName && <Avatar name={name} size="sm" className="mt-0.5" />}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="name-breaks">
          {hasName && (
            <span className="me-2 font-medium">
              <NameTitle name={name} />
            </span>
          )}{' '}
          <span className={hasName ? 'text-soft text-sm' : ''}>{describeEvent(event, names)}</span>
        </span>
        {words.length > 0 && <Summary words={words} />}
        <span className="text-soft text-sm @2xl:hidden">
          <RelativeTime iso={time} />
        </span>
      </span>
      <span className="text-soft w-28 shrink-0 text-end text-sm @max-2xl:hidden">
        <RelativeTime iso={time} />
      </span>
    </>
  )
  const shape = 'flex items-start gap-x-3 py-2.5'
  if (words.length === 0)
    return (
      <li className={`border-line border-b ${shape}`}>
        <span aria-hidden className="w-4 shrink-0" />
        {summary}
      </li>
    )
  const actorId = actor.address ?? actor.keyId
  return (
    <li className="border-line border-b">
      <details className="group">
        <summary className={`${shape} hover:bg-hover cursor-pointer list-none`}>
          <ChevronRight
            aria-hidden
            className="text-faint mt-1 size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180"
          />
          {summary}
        </summary>
        <div className="grid gap-2 ps-7 pb-4">
          <Values words={words} label={`${type}, ${time}`} />
          {onActor && actorId !== null && (
            <p>
              <Button size="dense" onClick={() => onActor(actorId)}>
                Everything by {describeActor(actor, names)}
              </Button>
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

interface ValuesProps {
  readonly words: readonly ChangeWords[]
  readonly label: string
}

/** Each value before and after in full, beside one another where there is room. */
function Values({ words, label }: ValuesProps) {
  return (
    <ul aria-label={label} className="divide-line grid divide-y text-sm">
      {words.map(({ title, before, after }) => (
        <li
          key={title}
          className="grid gap-x-4 gap-y-1 py-2 @2xl:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <span className="name-breaks font-medium">{title}</span>
          <Value title="Before" text={before} />
          <Value title="After" text={after} />
        </li>
      ))}
    </ul>
  )
}

function Value({ title, text }: { readonly title: string; readonly text: string | null }) {
  return (
    <span className="grid">
      <span className="text-soft text-xs">{title}</span>
      <bdi className="name-breaks">{text ?? '–'}</bdi>
    </span>
  )
}

/** `Description: hello → changed`, and how many more. */
function Summary({ words }: { readonly words: readonly ChangeWords[] }) {
  const more = words.length - shownChanges
  return (
    <span className="text-soft name-breaks text-sm">
      {words.slice(0, shownChanges).map(({ title, before, after }, index) => (
        <span key={title}>
          {index > 0 && ' · '}
          {title}:{' '}
          {before !== null && (
            <>
              <bdi className="line-through decoration-faint">{shortened(before)}</bdi>
              <span aria-hidden> → </span>
              <span className="sr-only"> is now </span>
            </>
          )}
          <bdi className={after === null ? '' : 'text-ink'}>
            {after === null ? 'removed' : shortened(after)}
          </bdi>
        </span>
      ))}
      {more > 0 && ` · and ${more} more`}
    </span>
  )
}

const maxShown = 60

/** Whole values are in the table. */
function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= maxShown ? text : `${characters.slice(0, maxShown - 1).join('')}…`
}
