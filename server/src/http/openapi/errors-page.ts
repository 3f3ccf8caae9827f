import { STATUS_CODES } from 'node:http'
import { errorNames, statusOf } from '../../errors.ts'
import { errorExamples } from './examples.ts'

export const errorsPageFile = new URL('../../../../docs/errors.md', import.meta.url).pathname

const introduction = `# Errors

*For developers*

A failed request has a status of 400 or above and an envelope with the name of the error, a sentence for people, and the
name alone:

\`\`\`json
{
  "statusCode": 404,
  "result": {
    "data": null,
    "error": "SubnameNotFoundException: alice.demo.eth does not exist on chain 1.",
    "code": "SubnameNotFoundException"
  }
}
\`\`\`

Where \`Accept\` names \`application/problem+json\`, it is a problem (RFC 9457) instead:

\`\`\`json
{
  "type": "/guide/errors#SubnameNotFoundException",
  "title": "Subname not found",
  "status": 404,
  "detail": "alice.demo.eth does not exist on chain 1.",
  "code": "SubnameNotFoundException"
}
\`\`\`

Decide by the code, never by the sentence, which may change. 429 and 503 have \`Retry-After\`: repeat the request after
that many seconds, a write with its \`Idempotency-Key\`. The reference at \`/docs\` has the errors of each operation.

`

/** Markdown: all errors by status, each with an example of its sentence. \`npm run errors-page\` writes it. */
export function errorsPage(): string {
  const statuses = [...Map.groupBy(errorNames, statusOf)].toSorted(([one], [other]) => one - other)
  const sections = statuses.map(([status, names]) => {
    const rows = names.map(
      (name) => `| \`${name}\` | ${errorExamples[name].replaceAll('|', String.raw`\|`)} |`,
    )
    return [
      `## ${status} ${STATUS_CODES[status]}`,
      '',
      '| Code | For example |',
      '|---|---|',
      ...rows,
      '',
    ].join('\n')
  })
  return introduction + sections.join('\n')
}
