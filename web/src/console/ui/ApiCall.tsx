import { CopyButton } from '../../ui/CopyButton.tsx'
import { type ApiRequest, curlCommand } from './api-call.ts'
import { sdkCall } from './sdk-call.ts'

interface ApiCallProps extends ApiRequest {
  /** Where there are several, such as `send a test`. */
  readonly action?: string
}

/** How a program does what the form does, with what is filled in now. */
export function ApiCall({ action, ...request }: ApiCallProps) {
  const forms = [
    { title: 'curl', code: curlCommand(location.origin, request) },
    { title: 'TypeScript', code: sdkCall(location.origin, request) },
  ]
  return (
    <details className="border-line rounded border text-sm">
      <summary className="discloses px-3 py-2 font-medium">Show API call{action && ` to ${action}`}</summary>
      <div className="grid gap-3 px-3 pb-3">
        {forms.map(({ title, code }) => (
          <div key={title}>
            <div className="flex items-center justify-between">
              <span className="text-soft">{title}</span>
              <CopyButton size="dense" text={code} subject={title} />
            </div>
            <pre className="bg-sunk mono name-breaks rounded p-3 text-xs whitespace-pre-wrap">{code}</pre>
          </div>
        ))}
        <p className="text-soft">
          <code className="mono">KEY</code> is an API key of the workspace, in the environment.
        </p>
      </div>
    </details>
  )
}
