import { createContext, type ReactNode, use, useId } from 'react'
import { besideField, fieldProblems, namesUpwards, type TitleOf } from './field-problems.ts'

const Problems = createContext<ReadonlyMap<string, string>>(new Map())

interface FieldProblemsProps {
  /** The sentence of the service; empty: none. */
  readonly text: string
  readonly titleOf: TitleOf
  readonly children: ReactNode
}

/** Tells the fields within which of them are refused. */
export function FieldProblems({ text, titleOf, children }: FieldProblemsProps) {
  const problems = [...fieldProblems(text)].flatMap(([name, problem]) => {
    const sentence = besideField(problem, titleOf)
    return namesUpwards(name).map((one) => [one, sentence] as const)
  })
  // The first of a list is shown.
  return <Problems value={new Map(problems.toReversed())}>{children}</Problems>
}

/** Connects an input with its title, its hint, and why it is refused. `name`: that of the field in the request. */
export function useField({
  name,
  hint,
  problem: ownProblem,
}: {
  readonly name?: string | undefined
  readonly hint?: ReactNode
  /** What the page itself sees. */
  readonly problem?: string | undefined
}) {
  const id = useId()
  const refused = use(Problems).get(name ?? '')
  const problem = ownProblem ?? refused
  const problemId = `${id}-problem`
  const hintId = `${id}-hint`
  const descriptions = [problem !== undefined && problemId, Boolean(hint) && hintId].filter(Boolean)
  return {
    id,
    notes: (
      <>
        {problem !== undefined && (
          <p id={problemId} className="text-bad name-breaks mt-1 text-sm">
            {problem}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-soft mt-1 text-sm">
            {hint}
          </p>
        )}
      </>
    ),
    attributes: {
      id,
      name,
      'aria-invalid': problem !== undefined || undefined,
      'aria-describedby': descriptions.join(' ') || undefined,
    },
  }
}
