/** A change of one place of a source. */
export interface SolidityMutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** What is looked for, and what it is replaced by; `$1` is the first group. */
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ & /g, ' | '],
  [/ << /g, ' >> '],
  [/ >> /g, ' << '],
  // A check is left out, by its whole statement.
  [/^ +if \([^{}]*?\)\s+revert [^;]*;/gm, ''],
  [/^ +_require\w+\([^;{}]*\);/gm, ''],
  [/^ +delete [^;]*;/gm, ''],
  [/^ +emit [^;]*;/gm, ''],
  [/ onlyOwner\b/g, ''],
  // A write is left out.
  [/^ +[\w.[\]]+ = [^;=]*;/gm, ''],
  [/\breturn true;/g, 'return false;'],
  [/\breturn false;/g, 'return true;'],
  // A number is replaced by its successor.
  [/(?<![\w."])(\d+)(?=[;,)\]: ](?!\d))(?! hours)/g, '($1 + 1)'],
]

const comment = /\/\/.*$|\/\*[\s\S]*?\*\//gm

/** In the order of their places. Places in comments, imports and the version are left out. */
export function solidityMutantsOf(source: string): readonly SolidityMutant[] {
  const blanked = source
    .replaceAll(comment, (text) => ' '.repeat(text.length))
    .replaceAll(/^(?:pragma|import)\b[^;]*;/gm, (text) => ' '.repeat(text.length))
  const mutants = rules.flatMap(([pattern, replacement]) =>
    Array.from(blanked.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      replacement: replacement.replace('$1', match[1] ?? ''),
    })),
  )
  return mutants.toSorted((one, other) => one.start - other.start)
}
