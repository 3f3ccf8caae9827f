import { createHash, randomUUID } from 'node:crypto'
import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ToolError } from './errors.ts'

/** What a client returns with a response, sealed by the service. */
export interface ConfirmationState {
  /** Of tool and arguments. */
  readonly digest: string
  /** Of the question: one response makes one write. */
  readonly nonce: string
}

interface Confirmation {
  readonly tool: string
  /** As parsed. */
  readonly input: object
  /** Whether the person at the client can be asked. */
  readonly canAsk: boolean
  /** Found only when the person is asked, or could be. */
  readonly question: () => Promise<string | undefined>
  /** For the principal of the call. */
  readonly seal: (state: ConfirmationState) => Promise<string>
}

type Outcome =
  /** `key` makes repeated answers to one question one write. */
  | { readonly kind: 'confirmed'; readonly key?: string }
  | { readonly kind: 'ask'; readonly result: ReturnType<typeof inputRequired> }

const answer = z.object({
  confirm: z.boolean().meta({ title: 'Yes, do this', description: 'Leave it unchecked to change nothing.' }),
})

const key = 'confirm'

/**
 * Asks the person at the client, and reads the response: of this question, about these arguments, of this principal. Where the
 * client cannot ask, `confirm: true` counts; where it can, it does not, because a model would answer for the person.
 *
 * @throws ToolError for a refusal, and for a response to another question.
 */
export async function confirmCall(
  { tool, input, canAsk, question, seal }: Confirmation,
  { mcpReq }: ServerContext,
): Promise<Outcome> {
  if (!canAsk) {
    if ('confirm' in input && input.confirm === true) return { kind: 'confirmed' }
    const text = await question()
    if (text === undefined) return { kind: 'confirmed' }
    throw new ToolError(
      `Nothing was written. This client cannot ask the user, so ask them yourself: "${text}" If they agree, call again with the same arguments and confirm: true.`,
    )
  }
  const digest = digestOf(tool, input)
  const response = inputResponse(mcpReq.inputResponses, key)
  if (response.kind === 'missing') {
    const message = await question()
    if (message === undefined) return { kind: 'confirmed' }
    const inputRequests = { [key]: inputRequired.elicit({ message, requestedSchema: answer }) }
    return {
      kind: 'ask',
      result: inputRequired({ inputRequests, requestState: await seal({ digest, nonce: randomUUID() }) }),
    }
  }
  const state = mcpReq.requestState<ConfirmationState>()
  if (state?.digest !== digest)
    throw new ToolError(
      'Nothing was written: the answer belongs to another question. Call again without it, and the user is asked about these arguments.',
    )
  if (acceptedContent(mcpReq.inputResponses, key, answer)?.confirm !== true)
    throw new ToolError(
      'Nothing was written: the user does not want this. Do not call again unless they ask for it.',
    )
  return { kind: 'confirmed', key: `mcp-${state.nonce}` }
}

/** Members may come in another order, or with their defaults, in the second round. */
function digestOf(tool: string, { confirm: _, ...input }: { readonly confirm?: unknown }): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, sortMembers(input)]))
    .digest('base64url')
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([member, content]) => [member, sortMembers(content)])
}
