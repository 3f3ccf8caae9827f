import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { OperatorError } from '../../errors.ts'
import { type Machine, makeFolders, readText, writeWhole } from './machine.ts'

const path = '/etc/byname/setup.json'

/** What `byname setup` was answered, without secrets, and what it made. */
const schema = z.object({
  answers: z.record(z.string(), z.string()),
  /** In the order in which it was made: `user byname`, `folder /opt/byname`, `file …`, `link …`, `enabled …`. */
  made: z.array(z.string()),
  /** The service has to start again before settings or units hold. */
  needsRestart: z.boolean(),
})

type State = z.infer<typeof schema>

/** What setup makes is noted before it is made, so that an interrupted run can be taken back, too. */
export interface SetupRecord {
  readonly state: Readonly<State>
  readonly has: (entry: string) => boolean
  readonly note: (entry: string) => Promise<void>
  readonly forget: (entry: string) => Promise<void>
  readonly update: (change: Partial<Pick<State, 'answers' | 'needsRestart'>>) => Promise<void>
  readonly remove: () => Promise<void>
}

/** @throws OperatorError for a file that setup has not written. */
export async function openRecord(machine: Machine): Promise<SetupRecord> {
  const file = machine.at(path)
  const text = await readText(file)
  const state: State = text === undefined ? { answers: {}, made: [], needsRestart: false } : parse(text, file)
  const save = async () => {
    for (const made of await makeFolders(machine.at('/etc/byname'), 0o700))
      state.made.push(`folder ${made.slice(machine.at('').length)}`)
    await writeWhole(file, `${JSON.stringify(state, null, 2)}\n`, 0o600)
  }
  return {
    state,
    has: (entry) => state.made.includes(entry),
    note: async (entry) => {
      if (state.made.includes(entry)) return
      state.made.push(entry)
      await save()
    },
    forget: async (entry) => {
      state.made = state.made.filter((made) => made !== entry)
      await save()
    },
    update: async (change) => {
      Object.assign(state, change)
      await save()
    },
    remove: () => rm(file, { force: true }),
  }
}

function parse(text: string, file: string): State {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new OperatorError(`${file} is not what setup writes: move it away, and run setup again.`, { cause })
  }
}
