import { t } from '../../text/messages.ts'

/** As the service takes it in. */
interface PushTarget {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const workerUrl = '/push-worker.js'

/**
 * Subscribes this browser to the notifications of the service, or finds its subscription. `publicKey`: base64url.
 *
 * @throws Error in words of the visitor.
 */
export async function subscribePush(publicKey: string): Promise<PushTarget> {
  try {
    const { pushManager } = await startWorker()
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const subscription = await pushManager.subscribe(options).catch(async (error) => {
      // One for another key, as of a service that was set up anew, stands in its way.
      const earlier = await pushManager.getSubscription()
      if (!earlier) throw error
      await earlier.unsubscribe()
      return pushManager.subscribe(options)
    })
    const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
    if (endpoint && p256dh && auth) return { endpoint, keys: { p256dh, auth } }
  } catch {
    // Browsers name no reason that a visitor could use.
  }
  throw new Error(t('notice.push-failed'))
}

/** For its own address alone: it has no part in any page. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerUrl, { scope: workerUrl })
  const worker = registration.active ? undefined : (registration.installing ?? registration.waiting)
  if (!worker) return registration
  await new Promise<void>((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The worker was not installed.'))
    }
    worker.addEventListener('statechange', check)
    check()
  })
  return registration
}
