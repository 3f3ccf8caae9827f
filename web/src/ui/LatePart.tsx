import { Component, type ReactNode, Suspense } from 'react'
import { NewVersionError } from '../api/import-part.ts'
import { t } from '../text/messages.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface LatePartProps {
  /** Until it is loaded. */
  readonly fallback?: ReactNode
  /** What is loaded late (`lazy`). */
  readonly children: ReactNode
}

interface LatePartState {
  readonly error: unknown
}

/** A part that is loaded when it is needed. If it cannot be, the page stays, and says what to do. */
export class LatePart extends Component<LatePartProps, LatePartState> {
  override state: LatePartState = { error: undefined }

  static getDerivedStateFromError(error: unknown): LatePartState {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined)
      return <Suspense fallback={this.props.fallback ?? null}>{this.props.children}</Suspense>
    const isNew = error instanceof NewVersionError
    return (
      <Notice tone="warn" isLive title={t(isNew ? 'error.new-version' : 'part.failed')}>
        {!isNew && <p>{t('part.check')}</p>}
        <Button className="mt-3" onClick={() => location.reload()}>
          {t('part.reload')}
        </Button>
      </Notice>
    )
  }
}
