const reason = /^([\w.-]+): (.*)$/s

/** What the service refuses by the names of its fields: `minLength: is 0; tokenGate.contract: is not an address`. */
export function fieldProblems(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/; (?=[\w.-]+: )/)
  return new Map(
    parts.flatMap((part) => {
      const [, name = '', problem = ''] = reason.exec(part) ?? []
      return name === '' ? [] : [[name, problem] as const]
    }),
  )
}

/** The name and those that hold it: `links.0.url`, `links.0`, `links`. */
export function namesUpwards(name: string): readonly string[] {
  const parts = name.split('.')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
}

/** The title that the form shows for a field of the request; undefined: it has no such field. */
export type TitleOf = (name: string) => string | undefined

/** The reason as a sentence, with the titles of the form for other fields that it names. */
function toSentence(problem: string, titleOf: TitleOf): string {
  // Only words that are no plain English: `maxLength`, not `name`.
  const words = problem.replace(/\b[a-z]+(?:[A-Z.]\w+)+\b/g, (word) => quoted(titleOf(word)) ?? word)
  return words.endsWith('.') || words.endsWith('?') ? words : `${words}.`
}

function quoted(title: string | undefined): string | undefined {
  return title && `“${title}”`
}

/** Sentences of the fields' names become sentences of their titles; another text stays. */
export function inWordsOfForm(text: string, titleOf: TitleOf): string {
  const problems = [...fieldProblems(text)]
  if (problems.length === 0) return text
  return problems
    .map(([name, problem]) => {
      const title = quoted(titleOf(name))
      const sentence = toSentence(problem, titleOf)
      return title ? `${title} ${sentence}` : `${name}: ${sentence}`
    })
    .join(' ')
}

/** The sentence beside a field. */
export function besideField(problem: string, titleOf: TitleOf): string {
  const sentence = toSentence(problem, titleOf)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
