import { ApiError } from '../api/api-error.ts'
import { sendRequestsBy } from '../api/client.ts'
import { reach } from '../api/reach.ts'
import { queryClient, sessionKey } from './query-client.ts'

interface Renewal {
  readonly isRenewed: Promise<boolean>
  readonly settle: (isRenewed: boolean) => void
}

let renewal: Renewal | undefined
const listeners = new Set<() => void>()

/** Of requests that wait because the session has ended; undefined: it has not. */
export function currentRenewal(): Renewal | undefined {
  return renewal
}

export function subscribeToRenewal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setRenewal(next: Renewal | undefined): void {
  renewal = next
  for (const listener of listeners) listener()
}

/** One for all requests that wait. */
function renewSession(): Promise<boolean> {
  if (renewal) return renewal.isRenewed
  let resolve: (isRenewed: boolean) => void = () => {}
  const isRenewed = new Promise<boolean>((settle) => {
    resolve = settle
  })
  const settle = (outcome: boolean) => {
    setRenewal(undefined)
    resolve(outcome)
  }
  setRenewal({ isRenewed, settle })
  return isRenewed
}

/** A request that is refused because the session has ended waits for another sign-in, and is then sent again. */
export function repeatAfterSignIn(): void {
  sendRequestsBy(async (request) => {
    const again = request.clone()
    const response = await reach(request)
    const isSignedIn = Boolean(queryClient.getQueryData(sessionKey))
    if (!isSignedIn || !(await hasEnded(request, response))) return response
    return (await renewSession()) ? reach(again) : response
  })
}

const sessionPaths = ['/byname/v1/session', '/byname/v1/sessions']

async function hasEnded(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 401 || request.headers.has('x-api-key')) return false
  if (sessionPaths.includes(new URL(request.url).pathname)) return false
  // Other refusals of that status are about a signature.
  const { name } = ApiError.fromEnvelope(await response.clone().json(), response)
  return name === 'InvalidSessionException' || name === 'InvalidApiKeyException'
}
