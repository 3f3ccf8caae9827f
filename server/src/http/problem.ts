/** RFC 9457. */
export const problemType = 'application/problem+json'

/** Whether an `Accept` header (RFC 9110 §12.5.1) names the type of problems itself: a wildcard means the envelope. */
export function acceptsProblem(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === problemType && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** With the members that some errors have beside it. */
export interface FailureEnvelope {
  readonly statusCode: number
  readonly result: { readonly data: null; readonly error: string; readonly code: string }
  readonly [extension: string]: unknown
}

/**
 * The problem that an envelope of an error is. Members beside `result`, such as `rule`, are its extensions, and so is
 * `code`. `type` leads to the page of the guide that lists all errors.
 */
export function toProblem({ statusCode, result, ...extensions }: FailureEnvelope): object {
  const { code, error } = result
  return {
    type: `/guide/errors#${code}`,
    title: titleOf(code),
    status: statusCode,
    detail: error.slice(`${code}: `.length),
    code,
    ...extensions,
  }
}

/** `SubnameNotFoundException` is "Subname not found". */
function titleOf(code: string): string {
  const words = code.replace(/Exception$/, '').match(/[A-Z]+(?![a-z])|[A-Z][a-z]*/g) ?? [code]
  const [first = code, ...others] = words
  return [first, ...others.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))].join(' ')
}

export function isFailureEnvelope(body: object): body is FailureEnvelope {
  return (
    'statusCode' in body &&
    'result' in body &&
    Object(body.result).data === null &&
    'code' in Object(body.result)
  )
}
