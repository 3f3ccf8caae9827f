import type { Tone } from '../ui/StateMark.tsx'
import type { Delivery } from './queries.ts'

type State = Delivery['state']

interface StateWords {
  readonly title: string
  readonly tone: Tone
  /** What that means, and what comes next. */
  readonly words: string
}

const states: Readonly<Record<State, StateWords>> = {
  waiting: {
    title: 'Queued',
    tone: 'neutral',
    words: 'It is sent after the earlier events of the same name, so that they arrive in order.',
  },
  due: { title: 'To be sent', tone: 'neutral', words: 'It is sent at the next attempt.' },
  delivered: { title: 'Delivered', tone: 'good', words: 'Your server has accepted it.' },
  failed: {
    title: 'Given up',
    tone: 'bad',
    words: 'Every attempt failed. It is sent again only if you do that here.',
  },
}

/** One that has failed and is tried again says that. */
export function stateWordsOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): StateWords {
  if (state !== 'due' || attempts.length === 0) return states[state]
  return { title: 'Retrying', tone: 'warn', words: 'The last attempt failed. It is tried again.' }
}

type Attempt = Delivery['attempts'][number]

/** `HTTP 500 in 84 ms`, `No answer: it took too long`. */
export function describeAttempt({ status, error, latencyMs }: Attempt): string {
  if (status === null) return `No answer: ${error ?? 'the connection failed'}`
  return `HTTP ${status} in ${latencyMs} ms`
}

/** What a receiver gets beside the body, without the signature, which only the secret makes. */
export function headersOf({ id }: NonNullable<Delivery['request']>): readonly (readonly [string, string])[] {
  return [
    ['content-type', 'application/json'],
    ['webhook-id', id],
    ['webhook-timestamp', 'the seconds of the attempt'],
    ['webhook-signature', 'v1, and the signature by your secret'],
  ]
}
