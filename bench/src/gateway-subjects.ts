import type { SigningScheme } from '../../server/src/gateway/digest.ts'
import { sizeOfAnswer } from './answer.ts'
import { askAddress, askProfile } from './questions.ts'
import { questionAt, type Workload } from './workload.ts'
import { profiles, users } from './zone.ts'

/** A server and what it is asked. */
export interface Subject {
  readonly title: string
  /** The script that starts it, and the arguments it takes. */
  readonly server: readonly [script: URL, ...args: string[]]
  readonly workload: Workload
  /** The digest its answers are signed by; absent when they are not answers to lookups. */
  readonly scheme?: SigningScheme
}

/** In the order in which they are measured and reported. */
export const subjectKeys = ['bare', 'repeat', 'distinct', 'multicall', 'ezccip'] as const

type SubjectKey = (typeof subjectKeys)[number]

/** One value for each subject. */
export type BySubject<Value> = Readonly<Record<SubjectKey, Value>>

/** Does something with each subject, one after the other. */
export const withEach = async <Value, Result>(
  values: BySubject<Value>,
  run: (value: Value) => Promise<Result>,
): Promise<BySubject<Result>> => ({
  bare: await run(values.bare),
  repeat: await run(values.repeat),
  distinct: await run(values.distinct),
  multicall: await run(values.multicall),
  ezccip: await run(values.ezccip),
})

/**
 * The subjects, with the service's data in `folder`. Those whose figures are divided by each other are asked in the
 * same form: GET for repeat lookups and the bare server, POST (ezccip knows no other) for the rest.
 */
export function gatewaySubjects(folder: string, resolverId: string): BySubject<Subject> {
  const gateway = {
    server: [new URL('./subjects/gateway.ts', import.meta.url), folder],
    scheme: 'chain-bound',
  } as const
  const path = `/ccip/${resolverId}`
  const repeat: Workload = {
    names: users.slice(0, 8),
    ask: askAddress,
    passes: 'equal',
    method: 'GET',
    path,
  }
  const distinct: Workload = { names: users, ask: askAddress, passes: 'distinct', method: 'POST', path }
  return {
    bare: {
      title: 'bare node:http, body of equal size (GET)',
      server: [new URL('./subjects/bare.ts', import.meta.url), String(sizeOfAnswer(questionAt(repeat, 0)))],
      workload: repeat,
    },
    repeat: { title: 'Byname, 8 names over and over (GET)', workload: repeat, ...gateway },
    distinct: { title: 'Byname, all-distinct lookups (POST)', workload: distinct, ...gateway },
    multicall: {
      title: 'Byname, all-distinct 30-record multicalls (POST)',
      workload: { ...distinct, names: profiles, ask: askProfile },
      ...gateway,
    },
    ezccip: {
      title: 'ezccip, all-distinct lookups (POST)',
      server: [new URL('./subjects/ezccip.ts', import.meta.url)],
      workload: { ...distinct, path: '/' },
      scheme: 'published',
    },
  }
}
