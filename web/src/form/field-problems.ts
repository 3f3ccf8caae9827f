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
